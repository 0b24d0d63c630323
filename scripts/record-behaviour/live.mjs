// @ts-check
import { Connection, isUntimed } from './connection.mjs';
import { differing, isOfJoins, rowsByTopic } from './live-messages.mjs';

/**
 * @typedef {import('./connection.mjs').Row} Row
 * @typedef {{ connection: Connection, cookie: () => string, refused: Set<string>, gone: Set<string> }} Listener
 * @typedef {import('./live-messages.mjs').MessagesByTopic} MessagesByTopic
 */

/**
 * One connection for each role, which receives all topics that the role may join. After each step, another connection
 * joins with the position from before the step and gets what it missed. Both are recorded.
 */
export class Live {
  /** @type {Map<string, Listener>} */
  #listeners = new Map();
  /** @type {Set<string>} */
  #topics = new Set(['site', 'audit', 'users', 'reports']);

  /** Whether updates that the server spreads over seconds are awaited; otherwise latecomers' updates count as sent. */
  isPatient = true;

  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /**
   * @param {string} role
   * @param {() => string} cookie
   * @param {string} position
   */
  async open(role, cookie, position) {
    const listener = { connection: await this.#connect(cookie()), cookie, refused: new Set(), gone: new Set() };
    this.#listeners.set(role, listener);
    return this.#enter(listener, position);
  }

  close() {
    for (const { connection } of this.#listeners.values()) connection.close();
  }

  /**
   * Joins more topics in every role. @returns the refused topics of each role
   * @param {readonly string[]} topics
   * @param {string} position
   */
  async join(topics, position) {
    for (const topic of topics) this.#topics.add(topic);
    return this.#ofEach(async (listener) => {
      const results = await listener.connection.join(topics, position);
      listener.connection.forget();
      const refused = topics.filter((topic) => results.get(topic) === 'refused');
      for (const topic of refused) listener.refused.add(topic);
      return refused.length > 0 ? { refused } : {};
    });
  }

  /** @param {readonly string[]} topics */
  leave(topics) {
    for (const { connection, refused, gone } of this.#listeners.values()) {
      connection.socket.emit('leave', topics);
      for (const topic of topics) [refused, gone].forEach((some) => some.delete(topic));
    }
    for (const topic of topics) this.#topics.delete(topic);
  }

  /**
   * What each role receives for the events between two positions.
   * @param {string} from
   * @param {string} to
   */
  settle(from, to) {
    return this.#ofEach((listener) => this.#settle(listener, from, to));
  }

  /**
   * Waits for a row that the server sends at a time of its own. @returns the row
   * @param {string} role
   * @param {(row: Row & Record<string, unknown>) => boolean} isIt
   */
  async untimed(role, isIt) {
    const { connection } = this.#listenerOf(role);
    const find = () =>
      connection.received.flatMap(({ rows = [] }) => rows).find((row) => isIt(/** @type {any} */ (row)));
    return (await connection.until(() => find() !== undefined)) ? find() : 'nothing came';
  }

  /** @param {string} role */
  #listenerOf(role) {
    const listener = this.#listeners.get(role);
    if (!listener) throw new Error(`Nobody listens as ${role}`);
    return listener;
  }

  /** @param {string} cookie */
  #connect(cookie) {
    return new Connection(this.url, cookie).opened();
  }

  /** @param {(listener: Listener) => Promise<MessagesByTopic>} ask */
  async #ofEach(ask) {
    /** @type {MessagesByTopic} */
    const messages = {};
    const all = [...this.#listeners];
    const each = await Promise.all(all.map(([, listener]) => ask(listener)));
    for (const [n, [role]] of all.entries()) if (Object.keys(each[n] ?? {}).length > 0) messages[role] = each[n];
    return messages;
  }

  /**
   * Joins everything, like a page that was just loaded.
   * @param {Listener} listener
   * @param {string} position
   * @returns {Promise<MessagesByTopic>}
   */
  async #enter(listener, position) {
    const results = await listener.connection.join([...this.#topics], position);
    const refused = [...this.#topics].filter((topic) => results.get(topic) === 'refused');
    const greeted = listener.connection.ended;
    const isNews = refused.length !== listener.refused.size || refused.some((topic) => !listener.refused.has(topic));
    listener.refused = new Set(refused);
    listener.gone = new Set();
    listener.connection.forget();
    listener.connection.ended = null;
    return { ...(isNews && { refused }), ...(greeted && { greeted }) };
  }

  /**
   * @param {Listener} listener
   * @param {string} from
   * @param {string} to
   */
  async #settle(listener, from, to) {
    const missed = await this.#missed(listener.cookie(), from, to);
    const { connection } = listener;
    const lost = this.#lost(listener, missed);
    const hasLost = lost.length > 0;
    const lacking = this.isPatient ? await this.#awaited(listener, lost) : [];
    await connection.caughtUp();
    const live = rowsByTopic(connection.received, (message, row) => !isUntimed(message, row));
    if (!this.isPatient) for (const topic of lost) delete live[topic];
    connection.forget();
    /** @type {MessagesByTopic} */
    const messages = differing([...this.#topics], live, missed, listener.refused);
    if (lacking.length > 0) messages['nothing came'] = lacking;
    const mustLoadAgain =
      Object.values(live).includes('load again') || !connection.socket.connected || (!this.isPatient && hasLost);
    if (!mustLoadAgain) return messages;
    if (connection.ended) messages['ended'] = connection.ended;
    connection.close();
    listener.connection = await this.#connect(listener.cookie());
    return { ...messages, ...(await this.#enter(listener, to)) };
  }

  /**
   * What a latecomer receives, who joins after a step with a page from before it.
   * @param {string} cookie
   * @param {string} from
   * @param {string} to
   */
  async #missed(cookie, from, to) {
    const late = await this.#connect(cookie);
    await late.reached(to);
    late.forget();
    const results = await late.join([...this.#topics], from);
    late.close();
    const refused = [...results].flatMap(([topic, result]) => (result === 'refused' ? [[topic, 'refused']] : []));
    return {
      ...rowsByTopic(late.received, (message, row) => !isOfJoins(row) && !isUntimed(message, row)),
      ...Object.fromEntries(refused),
    };
  }

  /**
   * The topics of a listener that must be loaded again, according to the messages of a latecomer.
   * @param {Listener} listener
   * @param {MessagesByTopic} missed
   */
  #lost({ refused, gone }, missed) {
    return [...this.#topics].filter((topic) => {
      if (refused.has(topic)) return false;
      return missed[topic] === 'load again' || (missed[topic] === 'refused') !== gone.has(topic);
    });
  }

  /**
   * Waits for messages that may arrive after the rows: a topic must be loaded again, or its thread was deleted.
   * @returns the topics without such a message
   * @param {Listener} listener
   * @param {readonly string[]} waiting
   */
  async #awaited({ connection, gone }, waiting) {
    const came = (/** @type {string} */ topic) =>
      connection.received.some((it) => {
        const isGone = it.topic === topic && it.rows?.some((row) => row.kind === 'thread' && row.removed);
        if (isGone) gone.add(topic);
        return isGone || (it.topic === topic && it.resync);
      });
    await connection.until(() => !connection.socket.connected || waiting.every(came));
    return connection.socket.connected ? waiting.filter((topic) => !came(topic)) : [];
  }
}
