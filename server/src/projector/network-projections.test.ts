import { randomUUID } from 'node:crypto';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import type { LiveGeneration, ViewGenerations } from '@guildhall/projections/view-store.js';
import { views, viewSchema } from '@guildhall/projections/views/all-views.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLogIdentity } from '../log/log-identity.js';
import { NetworkProjections } from './network-projections.js';
import { Projector } from './projector.js';
import type { Stores } from '../stores/stores.js';

const logger = pino({ level: 'silent' });
// No server listens on this port.
const mongoUrl = 'mongodb://127.0.0.1:1';

describe('views of a projector in another process', () => {
  let generations: ViewGenerations;
  let log: MemoryLog;
  const closers: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    generations = await openSqliteGenerations(createTemporaryFolder(), viewSchema);
    log = new MemoryLog();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await generations.close();
  });

  const append = (at: MemoryLog, id: string = randomUUID()) =>
    at.append(`strange-${id}`, [{ id, type: 'NobodyKnows.v9', data: {}, metadata: {} }], 'no-stream');

  async function project(): Promise<Projector> {
    const build = buildInThisThread({ log, generations, views, epoch: 1 });
    const logId = await readLogIdentity(log);
    const projector = await Projector.open({ stores: { log, generations }, build, logId, epoch: 1, logger });
    closers.push(() => projector.stop());
    return projector;
  }

  async function open(): Promise<NetworkProjections> {
    const stores = { log, generations } as unknown as Stores;
    const projections = await NetworkProjections.open(stores, mongoUrl, await readLogIdentity(log), logger);
    closers.push(() => projections.stop());
    return projections;
  }

  /** The restored log has a different event at the lost event's position. */
  async function restoreBackup(): Promise<void> {
    const [firstEvent] = await log.readAll('0'.repeat(20), 1);
    log = new MemoryLog();
    await log.append(firstEvent!.stream, [firstEvent!], 'no-stream');
    await append(log);
  }

  it('does not serve views of lost events until the projector has rebuilt them', async () => {
    await readLogIdentity(log);
    await append(log);
    const lostPosition = await project();
    await restoreBackup();
    const infoLog = vi.spyOn(logger, 'info');
    let projections: NetworkProjections | null = null;
    const openResult = open().then((openedProjections) => (projections = openedProjections));
    await vi.waitFor(() => expect(infoLog).toHaveBeenCalledWith(expect.stringContaining('waiting for a projector')));
    expect(projections).toBeNull();
    const projector = await project();
    expect((await openResult).live.store.generation).toBe(projector.live.store.generation);
    expect((await openResult).historyId).toBe(projector.historyId);
    expect(projector.historyId).not.toBe(lostPosition.historyId);
  });

  it('switches to rebuilt views, but reports them as outdated if their history differs', async () => {
    await readLogIdentity(log);
    await append(log);
    const projector = await project();
    projector.start();
    const projections = await open();
    let isOutdated = false;
    void projections.outdated.then(() => (isOutdated = true));
    const [follow] = projections.listPeriodicTasks();
    await projector.startRebuild();
    await projector.waitUntilIdle();
    await follow?.run();
    expect([projections.live.store.generation, isOutdated]).toEqual([2, false]);
    await projector.stop();
    await restoreBackup();
    await project();
    await follow?.run();
    expect(await projections.outdated).toContain('older backup');
    expect(projections.live.store.generation).toBe(2);
  });

  it.each<[string, (liveGeneration: LiveGeneration) => LiveGeneration | null]>([
    ['views have version 99', (liveGeneration) => ({ ...liveGeneration, views: 99 })],
    ['log has been replaced by another one', (liveGeneration) => ({ ...liveGeneration, log: 'another' })],
    ['views were removed', () => null],
  ])('does not switch to a generation if the %s', async (reason, changed) => {
    await readLogIdentity(log);
    await project();
    const projections = await open();
    const liveGeneration = (await generations.findLive()) as LiveGeneration;
    vi.spyOn(generations, 'findLive').mockResolvedValue(changed({ ...liveGeneration, generation: 2 }));
    let reportedAt = '';
    void projections.outdated.then((why) => (reportedAt = why));
    await projections.listPeriodicTasks()[0]?.run();
    await vi.waitFor(() => expect(reportedAt).toContain(reason));
    expect(projections.live.store.generation).toBe(1);
  });
});
