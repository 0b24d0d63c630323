import { MemoryLog } from '@guildhall/event-store/memory/log.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { viewSchema, views } from '@guildhall/projections/views/all-views.js';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { logIdentity } from '../log/log-identity.js';
import { testData } from '../testing/services.js';
import { Projector } from './projector.js';

test('drops generations that were live before its start once no server can be reading them', async () => {
  const data = testData();
  onTestFinished(() => data.remove());
  const generations = await openSqliteGenerations(data.folder, viewSchema);
  const log = new MemoryLog();
  const logId = await logIdentity(log);
  const logger = pino({ level: 'silent' });
  const build = buildInThisThread({ log, generations, views, epoch: 1 });
  const open = () => Projector.open({ stores: { log, generations }, build, logId, epoch: 1, logger });
  const rebuilt = async (projector: Projector) => {
    await projector.startRebuild();
    await projector.idle();
  };

  const first = await open();
  first.start();
  await rebuilt(first);
  expect(await generations.list()).toEqual([1, 2]);
  await first.stop();
  const second = await open();
  expect(await generations.list()).toEqual([1, 2]);
  second.start();
  await rebuilt(second);
  const dropping = second.chores().find(({ name }) => name === 'drop-former-generations');
  await dropping?.run();
  expect(await generations.list()).toEqual([2, 3]);
  await second.stop();
  await generations.close();
});
