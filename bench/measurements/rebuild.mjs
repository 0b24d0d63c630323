import { setTimeout as sleep } from 'node:timers/promises';
import { runClient, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/** Rebuilds all views while clients read and reply. The longest request is the worst case for a reader. */
export async function measureRebuild({ dataDir, bigThread, threads, cookies, adminCookie }) {
  const guildhall = await startGuildhall(dataDir);
  const headers = { cookie: adminCookie, origin: guildhall.url };
  const call = async (method, path) => (await fetch(`${guildhall.url}/api${path}`, { method, headers })).json();
  const seconds = 6;
  const load = () =>
    Promise.all([
      runClient('http-load.mjs', {
        url: guildhall.url,
        connections: 2,
        seconds,
        requests: [{ method: 'GET', path: `/api/forums/posts/${bigThread}?limit=20` }],
      }),
      runClient('http-load.mjs', {
        url: guildhall.url,
        connections: 1,
        seconds,
        cookies,
        requests: [
          { method: 'POST', path: '/api/forums/posts', body: JSON.stringify({ thread_id: threads[5], content: 'x' }) },
        ],
      }),
    ]);
  const idleLoad = await load();
  const loadResult = load();
  const startedAt = performance.now();
  await call('POST', '/admin/projections/rebuild');
  let done = 0;
  for (;;) {
    const status = await call('GET', '/admin/projections');
    done = Math.max(done, status.progress?.done ?? 0);
    if (status.lastRebuild) break;
    await sleep(50);
  }
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const loadDuringRebuild = await loadResult;
  const idleRebuild = await rebuildWhenIdle(call);
  const buildRow = (label, [reads, writes], eventColumns) => ({
    label,
    'reads/s': reads.perSecond,
    'longest read ms': reads.max,
    'longest reply ms': writes.max,
    failed: reads.failed + writes.failed,
    ...eventColumns,
  });
  const rows = [
    buildRow('no rebuild', idleLoad, { events: '', 'events/s': '' }),
    buildRow('during a rebuild', loadDuringRebuild, { events: done, 'events/s': done / elapsedSeconds }),
    {
      label: 'an idle site',
      'reads/s': '',
      'longest read ms': '',
      'longest reply ms': '',
      failed: '',
      events: idleRebuild.done,
      'events/s': idleRebuild.done / idleRebuild.seconds,
    },
  ];
  print(rows);
  await guildhall.stop();
  return rows;
}

async function rebuildWhenIdle(call) {
  const previousRebuild = (await call('GET', '/admin/projections')).lastRebuild.at;
  const startedAt = performance.now();
  await call('POST', '/admin/projections/rebuild');
  for (let done = 0; ; await sleep(50)) {
    const status = await call('GET', '/admin/projections');
    done = Math.max(done, status.progress?.done ?? 0);
    if (status.lastRebuild.at !== previousRebuild) return { done, seconds: (performance.now() - startedAt) / 1000 };
  }
}
