import { setTimeout as sleep } from 'node:timers/promises';
import { runClient, startGuildhall } from '../processes.mjs';
import { print } from '../report.mjs';

/** Rebuilds all views while clients read and reply; the longest request is the worst case for a reader. */
export async function rebuild({ dataDir, bigThread, threads, cookies, adminCookie }) {
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
  const before = await load();
  const loading = load();
  const began = performance.now();
  await call('POST', '/admin/projections/rebuild');
  let done = 0;
  for (;;) {
    const status = await call('GET', '/admin/projections');
    done = Math.max(done, status.progress?.done ?? 0);
    if (status.lastRebuild) break;
    await sleep(50);
  }
  const took = (performance.now() - began) / 1000;
  const during = await loading;
  const alone = await rebuildAlone(call);
  const row = (what, [reads, writes], more) => ({
    what,
    'reads/s': reads.perSecond,
    'longest read ms': reads.max,
    'longest reply ms': writes.max,
    failed: reads.failed + writes.failed,
    ...more,
  });
  const rows = [
    row('no rebuild', before, { events: '', 'events/s': '' }),
    row('during a rebuild', during, { events: done, 'events/s': done / took }),
    {
      what: 'an idle site',
      'reads/s': '',
      'longest read ms': '',
      'longest reply ms': '',
      failed: '',
      events: alone.done,
      'events/s': alone.done / alone.took,
    },
  ];
  print(rows);
  await guildhall.stop();
  return rows;
}

async function rebuildAlone(call) {
  const last = (await call('GET', '/admin/projections')).lastRebuild.at;
  const began = performance.now();
  await call('POST', '/admin/projections/rebuild');
  for (let done = 0; ; await sleep(50)) {
    const status = await call('GET', '/admin/projections');
    done = Math.max(done, status.progress?.done ?? 0);
    if (status.lastRebuild.at !== last) return { done, took: (performance.now() - began) / 1000 };
  }
}
