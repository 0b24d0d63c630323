import { io } from 'socket.io-client';

// A thousand watchers of one thread, in a process of their own. Times are milliseconds of the machine's clock.
const now = () => performance.timeOrigin + performance.now();
let sockets = [];
let arrivals = new Map();
let sample = null;

const does = {
  async join({ url, topic, position, count }) {
    for (let made = 0; made < count; made += 50) {
      await Promise.all(Array.from({ length: Math.min(50, count - made) }, () => watch(url, topic, position)));
    }
    return { joined: sockets.length };
  },
  /** Waits until every watcher has got each of the ids, or for ten seconds. */
  async arrivals({ ids }) {
    for (let tries = 0; tries < 400 && !ids.every((id) => arrivals.get(id)?.length >= sockets.length); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return { arrivals: ids.map((id) => arrivals.get(id) ?? []), sample };
  },
  async close() {
    for (const socket of sockets) socket.close();
    sockets = [];
    arrivals = new Map();
    return {};
  },
};

async function watch(url, topic, position) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: { origin: url } });
  socket.on('topic', (message) => {
    const at = now();
    for (const row of message.rows ?? []) {
      if (row.kind !== 'post') continue;
      sample ??= message;
      const times = arrivals.get(row.id);
      if (times) times.push(at);
      else arrivals.set(row.id, [at]);
    }
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const [result] = await socket.emitWithAck('join', [{ topic, position }]);
  if (result !== 'joined') throw new Error(`join: ${result}`);
  sockets.push(socket);
}

process.on('message', ({ verb, ...options }) => void does[verb](options).then((answer) => process.send(answer)));
