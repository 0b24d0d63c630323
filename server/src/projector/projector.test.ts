import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import type { EventReference } from '@guildhall/event-store/event-reference.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { buildInThisThread, type Builder } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { StoreDamaged } from '@guildhall/projections/view-store.js';
import { viewSchema, views } from '@guildhall/projections/views/all-views.js';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLogIdentity } from '../log/log-identity.js';
import { Projector } from './projector.js';

async function createSite(build?: (real: Builder) => Builder) {
  const generations = await openSqliteGenerations(createTemporaryFolder(), viewSchema);
  const log = new MemoryLog();
  const logId = await readLogIdentity(log);
  const logger = pino({ level: 'silent' });
  const inThisThread = buildInThisThread({ log, generations, views, epoch: 1 });
  const open = () =>
    Projector.open({
      stores: { log, generations },
      logId,
      epoch: 1,
      logger,
      build: build?.(inThisThread) ?? inThisThread,
    });
  return { generations, open };
}

/** The first build succeeds. Later ones block until they are released or made to fail. */
async function startHeldProjector() {
  let settle: (error?: Error) => void = () => undefined;
  let builds = 0;
  const site = await createSite((real) => async (generation, options) => {
    await real(generation, options);
    if (builds++ > 0)
      await new Promise<void>((resolve, reject) => {
        settle = (error) => (error ? reject(error) : resolve());
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
      });
  });
  const onDamaged = vi.spyOn(site.generations, 'onDamaged');
  const projector = await site.open();
  projector.start();
  onTestFinished(() => site.generations.close());
  const waitUntilBuildStarted = (count: number) => vi.waitFor(() => expect(builds).toBe(count + 1));
  const reportDamage = (generation: number) => onDamaged.mock.lastCall?.[0](generation, new StoreDamaged('cut short'));
  return {
    ...site,
    projector,
    begun: waitUntilBuildStarted,
    settle: (error?: Error) => settle(error),
    damage: reportDamage,
  };
}

test('the projector runs one job at a time and stores the last outcome of each kind', async () => {
  const { projector, begun, settle } = await startHeldProjector();
  await projector.startRebuild();
  await begun(1);
  await expect(projector.startVerify()).rejects.toMatchObject({ code: 'conflict' });
  const runningStatus = await projector.getStatus();
  expect([runningStatus.work, runningStatus.progress?.phase, runningStatus.lastRebuild]).toEqual([
    'rebuild',
    'building',
    null,
  ]);
  settle();
  await projector.waitUntilIdle();
  const rebuiltStatus = await projector.getStatus();
  expect(rebuiltStatus).toMatchObject({ work: null, progress: null, generation: 2, lastRebuild: { ok: true } });
  await projector.startVerify();
  await begun(2);
  settle(new Error('no space'));
  await projector.waitUntilIdle();
  const { lastRebuild, lastVerify } = await projector.getStatus();
  expect(lastVerify).toMatchObject({ ok: false, message: 'no space' });
  expect(lastRebuild).toEqual(rebuiltStatus.lastRebuild);
  await projector.stop();
});

test('a verification reports the number of differing documents', async () => {
  const { open, generations } = await createSite();
  const projector = await open();
  projector.start();
  const waitUntilVerified = async () => {
    await projector.startVerify();
    await projector.waitUntilIdle();
    return (await projector.getStatus()).lastVerify;
  };
  expect(await waitUntilVerified()).toMatchObject({ ok: true, message: 'No difference.' });
  const { store } = projector.live;
  const lastEvent = (await store.readLastEvent()) as EventReference;
  const document = { id: 7, pos: lastEvent.position, listed: true, registeredAt: '', posts: 1 };
  await store.apply({
    writes: [{ collection: 'members', id: 7, pos: document.pos, document, stored: null }],
    last: lastEvent,
    epoch: 1,
  });
  expect(await waitUntilVerified()).toMatchObject({ ok: false, message: '1 documents differ.' });
  await projector.stop();
  await generations.close();
});

test('stopping the projector interrupts its job and leaves no trace of the job', async () => {
  const { projector, begun, generations } = await startHeldProjector();
  await projector.startRebuild();
  await begun(1);
  await projector.stop();
  expect(await generations.list()).toEqual([1]);
});

test('rebuilds damaged views at most once a minute', async () => {
  const { projector, begun, settle, damage } = await startHeldProjector();
  onTestFinished(() => void vi.restoreAllMocks());
  const waitUntilRebuilt = async (count: number) => {
    await begun(count);
    settle();
    await projector.waitUntilIdle();
    return (await projector.getStatus()).generation;
  };
  const isIdle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return (await projector.getStatus()).work === null;
  };
  damage(9);
  expect(await isIdle(), 'no rebuild for another generation').toBe(true);
  damage(1);
  damage(1);
  expect(await waitUntilRebuilt(1)).toBe(2);
  damage(2);
  expect(await isIdle(), 'no second rebuild within a minute').toBe(true);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await projector.startRebuild();
  await begun(2);
  damage(2);
  settle();
  await projector.waitUntilIdle();
  expect(await isIdle(), 'no rebuild of views that a job has replaced').toBe(true);
  expect((await projector.getStatus()).generation).toBe(3);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await projector.startVerify();
  await begun(3);
  damage(3);
  settle();
  expect(await waitUntilRebuilt(4), 'rebuilds after the verification').toBe(4);
  await projector.stop();
});

test('drops formerly live generations once no server can still be reading them', async () => {
  const { open, generations } = await createSite();
  const waitUntilRebuilt = async (projector: Projector) => {
    await projector.startRebuild();
    await projector.waitUntilIdle();
  };

  const firstProjector = await open();
  firstProjector.start();
  await waitUntilRebuilt(firstProjector);
  expect(await generations.list()).toEqual([1, 2]);
  await firstProjector.stop();
  const secondProjector = await open();
  expect(await generations.list()).toEqual([1, 2]);
  secondProjector.start();
  await waitUntilRebuilt(secondProjector);
  const dropTask = secondProjector.listPeriodicTasks().find(({ name }) => name === 'drop-former-generations');
  await dropTask?.run();
  expect(await generations.list()).toEqual([2, 3]);
  await secondProjector.stop();
  await generations.close();
});
