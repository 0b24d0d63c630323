// Matches the web client: a reply counts as read after a second in view, and marks are sent at most every 1.5 s.
const readAfterMs = 1_000;
const writeEveryMs = 1_500;

export class Reader {
  static took = [];
  static refused = [];
  /** Number of marks without a response, for example because the server was too busy to accept a connection. */
  static lost = 0;
  newest = '';
  written = '';
  writtenAt = -Infinity;
  timer = null;

  constructor(url, cookie, thread) {
    this.address = `${url}/api/forums/threads/${thread}/read`;
    this.headers = { cookie, origin: url, 'content-type': 'application/json' };
  }

  saw(order) {
    if (order > this.newest) this.newest = order;
    this.timer ??= setTimeout(
      () => void this.write(),
      Math.max(readAfterMs, this.writtenAt + writeEveryMs - performance.now()),
    );
  }

  async write() {
    const [order, began] = [this.newest, performance.now()];
    this.timer = null;
    this.writtenAt = began;
    if (order <= this.written) return;
    this.written = order;
    const body = JSON.stringify({ order });
    const response = await fetch(this.address, { method: 'PUT', headers: this.headers, body }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (typeof text !== 'string') Reader.lost++;
    else if (!response.ok) Reader.refused.push(`${response.status} ${text}`);
    else Reader.took.push(performance.now() - began);
  }
}
