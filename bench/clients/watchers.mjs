import { LiveClient } from './live-client.mjs';
import { percentile } from '../report.mjs';
import { Reader } from './reader.mjs';

// Runs a server's clients in a separate process. Times are epoch milliseconds, so that they are comparable across
// processes.
const now = () => performance.timeOrigin + performance.now();
const received = new Map();
/** Clients that must receive every reply come first in this list. */
let clients = [];
let watching = 0;
let sample = null;
/** A thousand clients receive the same bytes in succession, so the latest packets are parsed only once. */
let read = [];

const does = {
  /**
   * `each`: cookies and topics of the clients. `watch`: they must receive the replies. `reads`: the thread that they
   * mark as read, if any.
   */
  async join({ url, each, watch, reads = null }) {
    for (let from = 0; from < each.length; from += 50) {
      const some = each.slice(from, from + 50).map((one, n) => {
        const reader = reads === null ? null : new Reader(url, one.cookie, reads);
        return LiveClient.join(url, one, receiver(from + n, reader));
      });
      clients.push(...(await Promise.all(some)));
    }
    if (watch) watching = clients.length;
    return { joined: clients.length };
  },
  /**
   * Waits until every watcher has received every reply, for at most ten seconds.
   * @param sent `{id, sent, acknowledged}` of each reply
   * @returns when each reply arrived last, and percentiles of all times since the acknowledgement
   */
  async arrivals({ sent }) {
    const isThere = ({ id }) => received.get(id)?.got === watching;
    for (let tries = 0; tries < 400 && !sent.every(isThere); tries++) await new Promise((go) => setTimeout(go, 25));
    const all = sent.map(({ id }) => received.get(id) ?? newReply());
    const fromAck = all.flatMap(({ at }, n) => [...at].filter(Boolean).map((time) => time - sent[n].acknowledged));
    return {
      last: all.map(({ at }) => Math.max(...at)),
      missing: all.reduce((sum, { got }) => sum + watching - got, 0),
      twice: all.reduce((sum, { twice }) => sum + twice, 0),
      each: { p50: percentile(fromAck, 0.5), p99: percentile(fromAck, 0.99) },
      sample,
    };
  },
  async marks() {
    const [took, refused, lost] = [Reader.took.splice(0), Reader.refused.splice(0), Reader.lost];
    Reader.lost = 0;
    return { count: took.length, p50: percentile(took, 0.5), p99: percentile(took, 0.99), refused, lost };
  },
  async close() {
    for (const client of clients) client.close();
    clients = [];
    received.clear();
    return {};
  },
};

const newReply = () => ({ at: new Float64Array(watching), got: 0, twice: 0 });

const receiver = (index, reader) => (packet) => {
  const at = now();
  for (const { id, order } of repliesIn(packet)) {
    if (order) reader?.saw(order);
    if (!received.has(id)) received.set(id, newReply());
    const reply = received.get(id);
    if (reply.at[index]) reply.twice++;
    else reply.got++;
    reply.at[index] ||= at;
  }
};

function repliesIn(packet) {
  const known = read.find(({ bytes }) => bytes.equals(packet));
  if (known) return known.replies;
  const [, message] = JSON.parse(packet.subarray(packet.indexOf('[')));
  const replies = (message.rows ?? []).filter(({ kind }) => kind === 'post').map(({ id, order }) => ({ id, order }));
  if (replies.length === 1) sample ??= message;
  read = [{ bytes: Buffer.from(packet), replies }, ...read.slice(0, 7)];
  return replies;
}

process.on('message', ({ verb, ...options }) => void does[verb](options).then((answer) => process.send(answer)));
