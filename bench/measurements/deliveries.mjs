import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { startGuildhall } from '../processes.mjs';
import { percentile, print } from '../report.mjs';
import { seed, withServer } from '../seed.mjs';

const longAgo = '2000-01-01T00:00:00.000Z';

/**
 * Compares replies in a thread with 5,000 watchers to those in a thread without any, and measures how many emails per
 * second the queue delivers to a local SMTP server.
 */
export async function deliveries({ folder, quick }) {
  const dataDir = join(folder, 'deliveries');
  const watchers = quick ? 500 : 5_000;
  const size = { dataDir, members: watchers + 100, threads: 4, replies: 40, changes: 0, cookies: 1 };
  const { members, cookies, threads } = await seed(size);
  const [, , watched, unwatched] = threads;
  await withServer(readEnv({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0' }), async ({ commands, policy }) => {
    const target = { kind: 'thread', id: watched };
    for (const userId of members.slice(-watchers)) {
      const context = createSystemContext('bench', `watch ${userId}`);
      await commands.watch({ type: 'SetWatch', target, level: 'watching' }, policy.actor(userId), context);
    }
  });
  const guildhall = await startGuildhall(dataDir);
  const times = { watched: [], unwatched: [] };
  const threadIds = Object.entries({ watched, unwatched });
  for (let n = 0; n < (quick ? 40 : 140); n++)
    for (const [name, threadId] of n % 2 === 0 ? threadIds : threadIds.toReversed()) {
      const ms = await timeReply(guildhall.url, cookies[0], threadId);
      // After a cold start, V8 needs time to compile the code.
      if (n >= 20) times[name].push(ms);
      if (name === 'watched') await sleep(quick ? 100 : 1_000);
    }
  await untilPending(dataDir, (count) => count >= watchers);
  await guildhall.stop();
  const [p50, p50Unwatched] = [percentile(times.watched, 0.5), percentile(times.unwatched, 0.5)];
  const emailsPerSecond = await measureQueue(dataDir);
  const rows = [
    { what: `${watchers} watchers`, p50, 'p50 without': p50Unwatched, ratio: p50 / p50Unwatched, emailsPerSecond },
  ];
  print(rows);
  return rows;
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

async function untilPending(dataDir, isReached) {
  const db = openDatabase(join(dataDir, 'vault.db'), { readOnly: true });
  const query = db.prepare('SELECT count(*) AS n FROM deliveries');
  while (!isReached(query.get().n)) await sleep(100);
  db.close();
}

async function measureQueue(dataDir) {
  const db = openDatabase(join(dataDir, 'vault.db'));
  db.exec(`UPDATE deliveries SET document = json_set(document, '$.dueAt', '${longAgo}')`);
  db.close();
  const sink = await startSink();
  const guildhall = await startGuildhall(dataDir, undefined, [], { SMTP_URL: sink.url });
  // Deliveries to members who have nothing to read are dropped.
  await untilPending(dataDir, (count) => count === 0);
  await guildhall.stop();
  sink.close();
  return ((sink.received.length - 1) * 1_000) / (sink.received.at(-1) - sink.received[0]);
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
