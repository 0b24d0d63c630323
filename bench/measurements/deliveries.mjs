import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { readCpuSeconds, readMemory, startGuildhall } from '../processes.mjs';
import { computePercentile, print } from '../report.mjs';
import { seed, withServer } from '../seed.mjs';

const longAgo = '2000-01-01T00:00:00.000Z';
const farAhead = '2999-01-01T00:00:00.000Z';

/**
 * Compares replies in a thread with 5,000 watchers to those in a thread without any, and measures how long it takes
 * until an email to each watcher is waiting, how many of them per second the queue then delivers to a local SMTP
 * server, and how much memory both take.
 */
export async function measureDeliveries({ folder, quick }) {
  const dataDir = join(folder, 'deliveries');
  const watchers = quick ? 500 : 5_000;
  const size = { dataDir, members: watchers + 100, threads: 4, replies: 40, changes: 0, cookies: 1 };
  const { members, cookies, threads } = await seed(size);
  const [, , watchedThread, unwatchedThread] = threads;
  await withServer(readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0' }), async ({ commands, policy }) => {
    const target = { kind: 'thread', id: watchedThread };
    for (const userId of members.slice(-watchers)) {
      const context = createSystemContext('bench', `watch ${userId}`);
      await commands.watch({ type: 'SetWatch', target, level: 'watching' }, policy.getActor(userId), context);
    }
  });
  const sink = await startSink();
  const start = () => startGuildhall(dataDir, undefined, [], { SMTP_URL: sink.url });
  const vault = openDatabase(join(dataDir, 'vault.db'));
  const replyingSite = await start();
  const times = { watched: [], unwatched: [], queued: [] };
  const threadIds = Object.entries({ watched: watchedThread, unwatched: unwatchedThread });
  let newest = '';
  for (let n = 0; n < (quick ? 40 : 120); n++)
    for (const [name, threadId] of n % 2 === 0 ? threadIds : threadIds.toReversed()) {
      const ms = await timeReply(replyingSite.url, cookies[0], threadId);
      const respondedAt = performance.now();
      // Those who wrote in the other thread also watch it.
      newest = await waitUntilQueued(vault, newest, name === 'watched' ? watchers : 1);
      // After a cold start, V8 needs time to compile the code.
      if (n >= 20) times[name].push(ms);
      if (n >= 20 && name === 'watched') times.queued.push(performance.now() - respondedAt);
      // The emails wait until all replies have been measured.
      if (n === 0) setDueAt(vault, farAhead);
    }
  const peakReplying = readMemory(replyingSite.child).peak;
  await replyingSite.stop();
  setDueAt(vault, longAgo);
  const sendingSite = await start();
  const cpuBefore = readCpuSeconds(sendingSite.child);
  await waitUntilSent(vault);
  const cpuMs = (readCpuSeconds(sendingSite.child) - cpuBefore) * 1_000;
  const peakSending = readMemory(sendingSite.child).peak;
  await sendingSite.stop();
  vault.close();
  sink.close();
  const [p50, p50Without, p50Queued] = [times.watched, times.unwatched, times.queued].map((ms) =>
    computePercentile(ms, 0.5),
  );
  const rows = [
    { label: `${watchers} watchers`, p50, 'p50 without': p50Without, ratio: p50 / p50Without, 'p50 queued': p50Queued },
  ];
  const { received } = sink;
  const emailsPerSecond = ((received.length - 1) * 1_000) / (received.at(-1) - received[0]);
  const emails = {
    label: `${received.length} emails`,
    'per second': emailsPerSecond,
    'CPU ms each': cpuMs / received.length,
  };
  const queue = [{ ...emails, 'peak MiB of replies': peakReplying, 'peak MiB of emails': peakSending }];
  print(rows);
  print(queue);
  return [...rows, ...queue];
}

async function timeReply(url, cookie, threadId) {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/forums/posts`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ thread_id: threadId, content: 'Could the pier run *under* it?' }),
  });
  await response.json();
  if (response.status !== 201) throw new Error(`A reply was refused: ${response.status}`);
  return performance.now() - startedAt;
}

const setDueAt = (vault, at) => vault.exec(`UPDATE deliveries SET document = json_set(document, '$.dueAt', '${at}')`);

/** Resolves once so many deliveries contain a reply after the position. @returns the position of that reply */
async function waitUntilQueued(vault, after, deliveryCount) {
  const query = vault.prepare(
    `SELECT count(*) AS n, max(document ->> 'lastOrder') AS newest FROM deliveries WHERE document ->> 'lastOrder' > ?`,
  );
  for (;;) {
    const { n, newest } = query.get(after);
    if (n >= deliveryCount) return newest;
    await sleep(10);
  }
}

async function waitUntilSent(vault) {
  const query = vault.prepare('SELECT count(*) AS n FROM deliveries');
  while (query.get().n > 0) await sleep(10);
}

/** Accepts every email, and records when it arrived. */
async function startSink() {
  const received = [];
  const server = createServer((socket) => {
    let input = '';
    let isData = false;
    socket.write('220 sink\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const lines = (input + bytes).split('\r\n');
      input = lines.pop() ?? '';
      for (const line of lines) {
        if (isData && line !== '.') continue;
        if (isData) received.push(performance.now());
        isData = /^DATA/i.test(line);
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${server.address().port}`, received, close: () => server.close() };
}
