import { join } from 'node:path';
import { runClient, startBaseline, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/**
 * Measures durable replies with 1, 8 and 64 clients, compared with bare Express, which commits to SQLite
 * (`synchronous=FULL`), and with the lower bound for an event log with views (`express-lean-floor.mjs`).
 */
export async function measureReplies({ dataDir, folder, threads, cookies, quick }) {
  const guildhall = await startGuildhall(dataDir);
  const bare = await startBaseline('express-sqlite', { DATABASE: join(folder, 'bare.db') });
  const leanFloor = await startBaseline('express-lean-floor', { DATABASE: join(folder, 'lean.db') });
  const content = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);
  const bodies = threads.slice(2, 202).map((id) => JSON.stringify({ thread_id: id, content }));
  const servers = [
    { name: 'bare Express and SQLite', server: bare, path: '/reply' },
    { name: 'the lean floor', server: leanFloor, path: '/reply' },
    { name: 'Guildhall', server: guildhall, path: '/api/forums/posts' },
  ];
  const load = ({ server, path }, connections) =>
    runClient('http-load.mjs', {
      url: server.url,
      connections,
      cookies,
      seconds: quick ? 3 : 8,
      requests: bodies.map((body) => ({ method: 'POST', path, body })),
    });
  // After a cold start, V8 needs about four seconds of load to compile the code.
  for (const server of servers) await load(server, 1);
  const rows = [];
  for (const clients of [1, 8, 64]) {
    const results = [];
    for (const server of servers) results.push(await load(server, clients));
    const [bareResult, leanResult] = results;
    for (const [index, { perSecond, p50, p99, failed }] of results.entries())
      rows.push({
        label: `${servers[index].name}, ${clients} clients`,
        'replies/s': perSecond,
        p50,
        p99,
        'of bare': perSecond / bareResult.perSecond,
        'of lean': perSecond / leanResult.perSecond,
        failed,
      });
  }
  print(rows);
  for (const { server } of servers) await server.stop();
  return rows;
}
