// @ts-check

/**
 * @typedef {import('./connection.mjs').Message} Message
 * @typedef {import('./connection.mjs').Row} Row
 * @typedef {Record<string, unknown>} MessagesByTopic
 */

/** Whether every join sends a row completely. @param {Row} row */
export const isOfJoins = ({ kind }) => kind === 'site' || kind === 'players' || kind === 'readers';

/**
 * The last row of each kind and id by topic, in whatever message it arrived.
 * @param {readonly Message[]} messages
 * @param {(message: Message, row: Row) => boolean} counts
 * @returns {MessagesByTopic}
 */
export function rowsByTopic(messages, counts) {
  /** @type {Record<string, Map<string, Row> | 'load again'>} */
  const topics = {};
  for (const message of messages) {
    const { topic, rows = [], resync } = message;
    if (resync) topics[topic] = 'load again';
    const known = (topics[topic] ??= new Map());
    if (known === 'load again') continue;
    for (const row of rows.filter((it) => counts(message, it))) {
      known.delete(`${row.kind} ${row.id}`);
      known.set(`${row.kind} ${row.id}`, row);
    }
  }
  /** @type {MessagesByTopic} */
  const liveMessages = {};
  for (const [topic, known] of Object.entries(topics)) {
    if (known === 'load again') liveMessages[topic] = known;
    else if (known.size > 0) liveMessages[topic] = [...known.values()];
  }
  return liveMessages;
}

/**
 * The live rows, and the missed rows where these differ, in the order of the topics.
 * @param {readonly string[]} topics
 * @param {MessagesByTopic} live
 * @param {MessagesByTopic} missed
 * @param {ReadonlySet<string>} refused
 * @returns {MessagesByTopic}
 */
export function differing(topics, live, missed, refused) {
  const received = topics.filter((topic) => topic in live);
  const others = topics.filter((topic) => {
    if (refused.has(topic) && missed[topic] === 'refused') return false;
    return JSON.stringify(live[topic]) !== JSON.stringify(missed[topic]) && !areOfJoins(live[topic]);
  });
  const all = topics.filter((topic) => !refused.has(topic));
  const isAll = others.length === all.length && all.every((topic) => missed[topic] === 'load again');
  const some = () => Object.fromEntries(others.map((topic) => [topic, missed[topic] ?? null]));
  return {
    ...(received.length > 0 && { live: Object.fromEntries(received.map((topic) => [topic, live[topic]])) }),
    ...(others.length > 0 && { missed: isAll ? 'load everything again' : some() }),
  };
}

/** @param {unknown} rows */
const areOfJoins = (rows) => Array.isArray(rows) && rows.every(isOfJoins);
