import { randomUUID } from 'node:crypto';
import { temporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import type { LiveGeneration, ViewGenerations } from '@guildhall/projections/view-store.js';
import { views, viewSchema } from '@guildhall/projections/views/all-views.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logIdentity } from '../log/log-identity.js';
import { NetworkProjections } from './network-projections.js';
import { Projector } from './projector.js';
import type { Stores } from '../stores/stores.js';

const logger = pino({ level: 'silent' });
const mongoUrl = 'mongodb://127.0.0.1:1'; // No server listens on this port.

describe('views of a projector in another process', () => {
  let generations: ViewGenerations;
  let log: MemoryLog;
  const closers: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    generations = await openSqliteGenerations(temporaryFolder(), viewSchema);
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
    const logId = await logIdentity(log);
    const projector = await Projector.open({ stores: { log, generations }, build, logId, epoch: 1, logger });
    closers.push(() => projector.stop());
    return projector;
  }

  async function open(): Promise<NetworkProjections> {
    const stores = { log, generations } as unknown as Stores;
    const opened = await NetworkProjections.open(stores, mongoUrl, await logIdentity(log), logger);
    closers.push(() => opened.stop());
    return opened;
  }

  /** The restored log has a different event at the position of the lost one. */
  async function restoreBackup(): Promise<void> {
    const [first] = await log.readAll('0'.repeat(20), 1);
    log = new MemoryLog();
    await log.append(first!.stream, [first!], 'no-stream');
    await append(log);
  }

  it('does not serve views of lost events until the projector has rebuilt them', async () => {
    await logIdentity(log);
    await append(log);
    const lost = await project();
    await restoreBackup();
    const infoLog = vi.spyOn(logger, 'info');
    let opened: NetworkProjections | null = null;
    const opening = open().then((it) => (opened = it));
    await vi.waitFor(() => expect(infoLog).toHaveBeenCalledWith(expect.stringContaining('waiting for a projector')));
    expect(opened).toBeNull();
    const projector = await project();
    expect((await opening).live.store.generation).toBe(projector.live.store.generation);
    expect((await opening).historyId).toBe(projector.historyId);
    expect(projector.historyId).not.toBe(lost.historyId);
  });

  it('switches to rebuilt views, but reports them as outdated if their history differs', async () => {
    await logIdentity(log);
    await append(log);
    const projector = await project();
    projector.start();
    const opened = await open();
    let outdated = false;
    void opened.outdated.then(() => (outdated = true));
    const [follow] = opened.periodicTasks();
    await projector.startRebuild();
    await projector.idle();
    await follow?.run();
    expect([opened.live.store.generation, outdated]).toEqual([2, false]);
    await projector.stop();
    await restoreBackup();
    await project();
    await follow?.run();
    expect(await opened.outdated).toContain('older backup');
    expect(opened.live.store.generation).toBe(2);
  });

  it.each<[string, (live: LiveGeneration) => LiveGeneration | null]>([
    ['views have version 99', (live) => ({ ...live, views: 99 })],
    ['log has been replaced by another one', (live) => ({ ...live, log: 'another' })],
    ['views were removed', () => null],
  ])('does not switch to a generation if the %s', async (reason, changed) => {
    await logIdentity(log);
    await project();
    const opened = await open();
    const live = (await generations.live()) as LiveGeneration;
    vi.spyOn(generations, 'live').mockResolvedValue(changed({ ...live, generation: 2 }));
    let reported = '';
    void opened.outdated.then((why) => (reported = why));
    await opened.periodicTasks()[0]?.run();
    await vi.waitFor(() => expect(reported).toContain(reason));
    expect(opened.live.store.generation).toBe(1);
  });
});
