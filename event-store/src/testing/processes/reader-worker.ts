import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { beginning } from '../../port.js';
import { openSqliteLogReader } from '../../sqlite/log-reader.js';

const reader = openSqliteLogReader(workerData as string);
const ids: string[] = [];
let position = beginning;
parentPort?.postMessage('reading');
for (let unchangedReads = 0; unchangedReads < 40;) {
  const page = await reader.readAll(position, 50);
  ids.push(...page.map((event) => event.id));
  position = page.at(-1)?.position ?? position;
  unchangedReads = page.length === 0 ? unchangedReads + 1 : 0;
  if (page.length === 0) await sleep(5);
}
const head = await reader.readHead();
await reader.close();
parentPort?.postMessage({ ids, head });
