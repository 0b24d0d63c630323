import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { openSqliteLog } from '@guildhall/event-store/sqlite/log.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInWorker } from './build-in-worker.js';
import type { BuildProgress } from './build-generation.js';
import { buildInThisThread } from './builder.js';
import { PoisonError } from '../runner/poison.js';
import { openSqliteGenerations } from '../stores/sqlite/generations.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { readContents } from '../testing/store-fixtures.js';
import type { ViewGenerations } from '../view-store.js';
import { viewSchema, views } from '../views/all-views.js';

// The worker runs the built file, so build it from the current sources first.
beforeAll(() => {
  const [root, compiler] = ['../../../', '../../../node_modules/typescript/bin/tsc'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  execFileSync(process.execPath, [compiler ?? '', '-b', 'projections'], { cwd: root });
});

describe('building a generation in a worker thread', { timeout: 120_000 }, () => {
  let folder: string;
  let log: EventLog;
  let generations: ViewGenerations;
  let history: History;
  beforeEach(async () => {
    folder = createTemporaryFolder();
    log = openSqliteLog(join(folder, 'log.db'));
    generations = await openSqliteGenerations(folder, viewSchema);
    history = new History();
    for (let n = 0; n < 20_000; n++) history.step(n % 12, n % 7, n % 4, `text ${n}`);
    await appendHistory(log, history);
  });
  afterEach(async () => {
    await generations.close();
    await log.close();
  });
  const build = () => buildInWorker({ logPath: join(folder, 'log.db'), viewsFolder: folder, epoch: 1 });

  it('a worker thread builds the same views as the main thread and reports its progress', async () => {
    const progress: BuildProgress[] = [];
    await build()(1, { onProgress: (latestProgress) => progress.push(latestProgress) });
    await buildInThisThread({ log, generations, views, epoch: 1 })(2, {});
    const [builtStore, expected] = [await generations.open(1), await generations.open(2)];
    expect(await readContents(builtStore, views)).toEqual(await readContents(expected, views));
    expect(await builtStore.readCheckpoint()).toBe(await log.readHead());
    expect(progress.at(-1)).toMatchObject({ position: await log.readHead() });
    expect(progress.at(-1)?.done).toBe(history.events.length);
  });

  it('a worker build stops if cancelled before or during the build', async () => {
    await expect(build()(1, { signal: AbortSignal.abort(new Error('called off')) })).rejects.toThrow('called off');
    const abort = new AbortController();
    const abortedBuild = build()(2, { signal: abort.signal, onProgress: () => abort.abort(new Error('called off')) });
    await expect(abortedBuild).rejects.toThrow('called off');
    expect((await (await generations.open(2)).readCheckpoint()) < (await log.readHead())).toBe(true);
  });

  it('a worker build reports an event that cannot be projected', async () => {
    await log.append(
      'thread-1',
      [{ id: crypto.randomUUID(), type: 'ThreadCreated.v1', data: null, metadata: {} }],
      'no-stream',
    );
    const outcome = await build()(1, {}).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(PoisonError);
    expect(outcome).toMatchObject({
      poison: { type: 'ThreadCreated.v1', stream: 'thread-1', position: await log.readHead() },
    });
  });

  it('a worker build rethrows any other error', async () => {
    const buildWithoutLog = buildInWorker({
      logPath: join(folder, 'nowhere', 'log.db'),
      viewsFolder: folder,
      epoch: 1,
    });
    await expect(buildWithoutLog(1, {})).rejects.toThrow('unable to open database file');
  });
});
