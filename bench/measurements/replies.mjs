import { join } from 'node:path';
import { runClient, startBaseline, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/** Durable replies with 1, 8 and 64 clients, compared with bare Express and SQLite commits (`synchronous=FULL`). */
export async function replies({ dataDir, folder, threads, cookies, quick }) {
  const guildhall = await startGuildhall(dataDir);
  const baseline = await startBaseline('express-sqlite', { DATABASE: join(folder, 'bare.db') });
  const content = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);
  const bodies = threads.slice(2, 202).map((id) => JSON.stringify({ thread_id: id, content }));
  const load = (url, path, connections) =>
    runClient('http-load.mjs', {
      url,
      connections,
      cookies,
      seconds: quick ? 3 : 8,
      requests: bodies.map((body) => ({ method: 'POST', path, body })),
    });
  const rows = [];
  for (const clients of [1, 8, 64]) {
    const bare = await load(baseline.url, '/reply', clients);
    const own = await load(guildhall.url, '/api/forums/posts', clients);
    rows.push(
      {
        what: `bare Express and SQLite, ${clients} clients`,
        'replies/s': bare.perSecond,
        p50: bare.p50,
        p99: bare.p99,
        ratio: 1,
        failed: bare.failed,
      },
      {
        what: `Guildhall, ${clients} clients`,
        'replies/s': own.perSecond,
        p50: own.p50,
        p99: own.p99,
        ratio: own.perSecond / bare.perSecond,
        failed: own.failed,
      },
    );
  }
  print(rows);
  await baseline.stop();
  await guildhall.stop();
  return rows;
}
