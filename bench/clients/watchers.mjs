import { LiveClient } from './live-client.mjs';
import { computePercentile } from '../report.mjs';
import { Reader } from './reader.mjs';

// This process runs a server's clients. Times are epoch milliseconds so that they are comparable across processes.
const getNow = () => performance.timeOrigin + performance.now();
const arrivalsById = new Map();
/** Clients that must receive every reply come first in this list. */
let clients = [];
let watcherCount = 0;
let sample = null;
/** A thousand clients receive the same bytes one after another, so the latest packets are parsed only once. */
let recentPackets = [];

const handlers = {
  /**
   * `specs` contains each client's cookie and topics. `watch` means that the clients must receive every reply. `reads`
   * is the thread that they mark as read, if any.
   */
  async join({ url, specs, watch, reads = null }) {
    for (let from = 0; from < specs.length; from += 50) {
      const batch = specs.slice(from, from + 50).map((spec, n) => {
        const reader = reads === null ? null : new Reader(url, spec.cookie, reads);
        return LiveClient.join(url, spec, createReceiver(from + n, reader));
      });
      clients.push(...(await Promise.all(batch)));
    }
    if (watch) watcherCount = clients.length;
    return { joined: clients.length };
  },
  /**
   * Waits until every watcher has received every reply, for at most ten seconds.
   * @param sent `{id, sent, acknowledged}` of each reply
   * @returns when each reply reached its last watcher, and percentiles of all delays after the acknowledgement
   */
  async arrivals({ sent }) {
    const hasArrived = ({ id }) => arrivalsById.get(id)?.count === watcherCount;
    for (let tries = 0; tries < 400 && !sent.every(hasArrived); tries++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    const arrivals = sent.map(({ id }) => arrivalsById.get(id) ?? createArrivals());
    const delaysMs = arrivals.flatMap(({ at }, n) =>
      [...at].filter(Boolean).map((time) => time - sent[n].acknowledged),
    );
    return {
      last: arrivals.map(({ at }) => Math.max(...at)),
      missing: arrivals.reduce((sum, { count }) => sum + watcherCount - count, 0),
      duplicates: arrivals.reduce((sum, { duplicates }) => sum + duplicates, 0),
      delayP99: computePercentile(delaysMs, 0.99),
      sample,
    };
  },
  async marks() {
    const latenciesMs = Reader.latenciesMs.splice(0);
    const errors = Reader.errors.splice(0);
    const unanswered = Reader.unanswered;
    Reader.unanswered = 0;
    return { count: latenciesMs.length, p99: computePercentile(latenciesMs, 0.99), errors, unanswered };
  },
  async close() {
    for (const client of clients) client.close();
    clients = [];
    arrivalsById.clear();
    return {};
  },
};

const createArrivals = () => ({ at: new Float64Array(watcherCount), count: 0, duplicates: 0 });

const createReceiver = (index, reader) => (packet) => {
  const at = getNow();
  for (const { id, order } of listReplies(packet)) {
    if (order) reader?.onReply(order);
    if (!arrivalsById.has(id)) arrivalsById.set(id, createArrivals());
    const reply = arrivalsById.get(id);
    if (reply.at[index]) reply.duplicates++;
    else reply.count++;
    reply.at[index] ||= at;
  }
};

function listReplies(packet) {
  const cached = recentPackets.find(({ bytes }) => bytes.equals(packet));
  if (cached) return cached.replies;
  const [, message] = JSON.parse(packet.subarray(packet.indexOf('[')));
  const replies = (message.rows ?? []).filter(({ kind }) => kind === 'post').map(({ id, order }) => ({ id, order }));
  if (replies.length === 1) sample ??= message;
  recentPackets = [{ bytes: Buffer.from(packet), replies }, ...recentPackets.slice(0, 7)];
  return replies;
}

process.on('message', ({ verb, ...options }) => void handlers[verb](options).then((result) => process.send(result)));
