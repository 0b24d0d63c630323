import { runClient, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/** Compares replies in a thread with ten replies with those in a thread with a tenth of all replies. */
export async function countWork({ dataDir, bigThread, smallThread, cookies, quick }) {
  const guildhall = await startGuildhall(dataDir);
  const seconds = quick ? 2 : 5;
  const rows = [];
  for (const [label, id] of [
    ['a thread with ten replies', smallThread],
    ['the largest thread', bigThread],
  ]) {
    const { reply_count: replies } = await (await fetch(`${guildhall.url}/api/forums/threads/${id}`)).json();
    const body = JSON.stringify({ thread_id: id, content: 'Nice build!' });
    const load = (requests) =>
      runClient('http-load.mjs', { url: guildhall.url, connections: 8, cookies, seconds, requests });
    const writes = await load([{ method: 'POST', path: '/api/forums/posts', body }]);
    rows.push({
      label,
      'replies before': replies,
      'replies/s': writes.perSecond,
      p50: writes.p50,
      p99: writes.p99,
      failed: writes.failed,
    });
  }
  print(rows);
  await guildhall.stop();
  return rows;
}
