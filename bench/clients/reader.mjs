// As in the web client, a reply counts as read after a second in view, and marks are sent at most every 1.5 s.
const readAfterMs = 1_000;
const minIntervalMs = 1_500;

export class Reader {
  static latenciesMs = [];
  static errors = [];
  /** Counts marks without a response, for example because the server was too busy to accept a connection. */
  static unanswered = 0;
  newestOrder = '';
  sentOrder = '';
  sentAt = -Infinity;
  timer = null;

  constructor(url, cookie, thread) {
    this.address = `${url}/api/forums/threads/${thread}/read`;
    this.headers = { cookie, origin: url, 'content-type': 'application/json' };
  }

  onReply(order) {
    if (order > this.newestOrder) this.newestOrder = order;
    this.timer ??= setTimeout(
      () => void this.sendMark(),
      Math.max(readAfterMs, this.sentAt + minIntervalMs - performance.now()),
    );
  }

  async sendMark() {
    const [order, startedAt] = [this.newestOrder, performance.now()];
    this.timer = null;
    this.sentAt = startedAt;
    if (order <= this.sentOrder) return;
    this.sentOrder = order;
    const body = JSON.stringify({ order });
    const response = await fetch(this.address, { method: 'PUT', headers: this.headers, body }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (typeof text !== 'string') Reader.unanswered++;
    else if (!response.ok) Reader.errors.push(`${response.status} ${text}`);
    else Reader.latenciesMs.push(performance.now() - startedAt);
  }
}
