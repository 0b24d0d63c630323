import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { onTestFinished } from 'vitest';
import { buildInThisThread } from '../rebuild/builder.js';
import { openLiveViews } from '../rebuild/live-generation.js';
import { Runner } from '../runner/runner.js';
import { appendHistory } from './append-history.js';
import { History } from './random-history.js';
import { smallViews } from './small-views.js';
import { createSqliteFixture, mergeSchemas } from './store-fixtures.js';

/** Opens the generations of the small views and an empty log. Both are closed after the test. */
export async function openSmallViews(createPlace = createSqliteFixture) {
  const place = await createPlace();
  const generations = await place.open(mergeSchemas(smallViews));
  const log = new MemoryLog();
  onTestFinished(async () => {
    await log.close();
    await generations.close();
    await place.remove();
  });
  return { generations, log };
}

/** Opens live views of a log with this many threads. A runner follows the log until the test ends. */
export async function followThreads(count: number) {
  const { generations, log } = await openSmallViews();
  const history = new History();
  for (let n = 0; n < count; n++) history.createThread(1, { sectionId: 1, subsectionId: null }, `thread ${n}`);
  await appendHistory(log, history);
  const build = buildInThisThread({ log, generations, views: smallViews, epoch: 1 });
  const { store: live } = await openLiveViews(generations, { log, logId: 'log-a', views: 1, epoch: 1 }, build);
  const runner = new Runner({ log, store: live, views: smallViews, epoch: 1 });
  runner.resume();
  onTestFinished(() => runner.stop());
  return { generations, live, log, runner, history, build };
}
