// @ts-check
import { io } from 'socket.io-client';
import { origin } from './server.mjs';

const timeoutMs = 10_000;

/**
 * @typedef {{ kind: string, id: number, pos?: string, removed?: true }} Row
 * @typedef {{ topic: string, position?: string, rows?: Row[], end?: true, resync?: true }} Message
 * @typedef {'joined' | 'refused'} Result
 */

/**
 * Whether the server sends a row at a time of its own: numbers of readers and players, what a member has read, and
 * updates of what they watch, which have the position of no event.
 * @param {Message} message
 * @param {Row} row
 */
export const isUntimed = ({ position = '' }, { kind }) =>
  kind === 'readers' || kind === 'players' || kind === 'read' || (kind === 'told' && /\.0{20}$/.test(position));

/** One connection of the live protocol, and everything that it received. */
export class Connection {
  /** @type {Message[]} */
  received = [];
  /** @type {string | null} */
  ended = null;
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /**
   * @param {string} url
   * @param {string} cookie
   */
  constructor(url, cookie) {
    const extraHeaders = { origin, ...(cookie && { cookie }) };
    this.socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders });
    this.socket.on('topic', (message) => this.#note(() => this.received.push(message)));
    this.socket.on('ended', ({ reason }) => this.#note(() => (this.ended = reason)));
    for (const event of ['connect', 'connect_error', 'disconnect']) this.socket.on(event, () => this.#note(() => {}));
  }

  async opened() {
    if (!(await this.until(() => this.socket.connected))) throw new Error('No live connection could be opened');
    return this;
  }

  close() {
    this.socket.disconnect();
  }

  /**
   * Waits for a state of the received messages.
   * @param {() => boolean} isSo
   * @returns {Promise<boolean>} whether it occurred
   */
  until(isSo) {
    return new Promise((resolve) => {
      const look = () => isSo() && finish(true);
      /** @param {boolean} came */
      const finish = (came) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(came);
      };
      const timer = setTimeout(() => finish(false), timeoutMs);
      this.#waiting.add(look);
      look();
    });
  }

  /**
   * Joins topics and waits until each joined topic has sent the missed updates, or that it must be loaded again.
   * @param {readonly string[]} topics
   * @param {string} position
   * @returns {Promise<Map<string, Result>>}
   */
  async join(topics, position) {
    const from = this.received.length;
    /** @type {Result[]} */
    const results = await this.#emit(topics.map((topic) => ({ topic, position })));
    const responses = new Map(topics.map((topic, n) => [topic, results[n] ?? 'refused']));
    const joined = topics.filter((topic) => responses.get(topic) === 'joined');
    const isDone = (/** @type {string} */ topic) =>
      this.received.slice(from).some((it) => it.topic === topic && (it.end || it.resync));
    if (!(await this.until(() => joined.every(isDone)))) {
      throw new Error(`No end of the backlog of ${joined.filter((topic) => !isDone(topic)).join(', ')}`);
    }
    return responses;
  }

  /** Forgets the recorded messages, but not those that are awaited separately. */
  forget() {
    this.received = this.received.filter((message) => message.rows?.some((row) => isUntimed(message, row)));
  }

  /** Resolves when everything that the server has sent so far has arrived. */
  async caughtUp() {
    if (this.socket.connected) await this.#emit([]);
  }

  /**
   * Resolves when the server has sent everyone all updates up to a position.
   * @param {string} position
   */
  async reached(position) {
    for (;;) {
      await this.join(['site'], position);
      const last = this.received.findLast(({ topic, end, resync }) => topic === 'site' && (end ?? resync));
      if (last?.resync || (last?.position ?? '') >= position) return;
    }
  }

  /**
   * @param {object[]} requests
   * @returns {Promise<Result[]>}
   */
  async #emit(requests) {
    try {
      return await this.socket.timeout(timeoutMs).emitWithAck('join', requests);
    } catch (error) {
      if (!this.socket.connected) return [];
      throw error;
    }
  }

  /** @param {() => unknown} change */
  #note(change) {
    change();
    for (const look of [...this.#waiting]) look();
  }
}
