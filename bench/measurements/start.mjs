import { setTimeout as sleep } from 'node:timers/promises';
import { readMemory, runClient, startGuildhall } from '../processes.mjs';
import { computePercentile, print } from '../report.mjs';

/** Measures the time from process start to the first page, and the memory in use: idle, and at its peak under reads. */
export async function measureStart({ dataDir, bigThread, quick }) {
  const page = `/api/forums/posts/${bigThread}?limit=20`;
  const times = [];
  let memory = [];
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    const guildhall = await startGuildhall(dataDir, page);
    times.push(guildhall.startMs);
    await sleep(2_000);
    const idle = readMemory(guildhall.child).now;
    if (round === 0) {
      const requests = [{ method: 'GET', path: page }];
      await runClient('http-load.mjs', { url: guildhall.url, connections: 10, seconds: 3, requests });
      memory = [idle, readMemory(guildhall.child).peak];
    }
    await guildhall.stop();
  }
  const rows = [
    {
      label: 'start to first page',
      'ms median': computePercentile(times, 0.5),
      'ms max': Math.max(...times),
      'MiB idle': memory[0],
      'MiB peak under reads': memory[1],
    },
  ];
  print(rows);
  return rows;
}
