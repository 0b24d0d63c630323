import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runClient, startBaseline, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/**
 * Reads of thread pages: twenty replies as JSON. "kept" requests one page repeatedly, "any page" a random one of 500,
 * so that most responses must be made. Compared with bare Express that sends the same bytes to the same client.
 */
export async function reads({ dataDir, folder, threads, bigThread, quick }) {
  const guildhall = await startGuildhall(dataDir);
  const page = `/api/forums/posts/${bigThread}?limit=20`;
  const body = await (await fetch(guildhall.url + page)).text();
  const bodyFile = join(folder, 'page.json');
  writeFileSync(bodyFile, body);
  const baseline = await startBaseline('express', { BODY_FILE: bodyFile });
  const load = (url, requests) =>
    runClient('http-load.mjs', { url, connections: 10, seconds: quick ? 3 : 8, requests });
  const anyPage = threads.slice(2, 502).map((id) => ({ method: 'GET', path: `/api/forums/posts/${id}?limit=20` }));
  const rows = [];
  for (let round = 0; round < 2; round++) {
    const bare = await load(baseline.url, [{ method: 'GET', path: '/page' }]);
    const kept = await load(guildhall.url, [{ method: 'GET', path: page }]);
    const any = await load(guildhall.url, anyPage);
    rows.push(
      {
        what: `bare Express, ${body.length} bytes`,
        'reads/s': bare.perSecond,
        p50: bare.p50,
        p99: bare.p99,
        ratio: 1,
        failed: bare.failed,
      },
      {
        what: 'Guildhall, one page',
        'reads/s': kept.perSecond,
        p50: kept.p50,
        p99: kept.p99,
        ratio: kept.perSecond / bare.perSecond,
        failed: kept.failed,
      },
      {
        what: 'Guildhall, any page',
        'reads/s': any.perSecond,
        p50: any.p50,
        p99: any.p99,
        ratio: any.perSecond / bare.perSecond,
        failed: any.failed,
      },
    );
  }
  print(rows);
  await baseline.stop();
  await guildhall.stop();
  return rows;
}
