import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '@guildhall/event-store/port.js';
import { takeProcessLock, tryProcessLock } from '@guildhall/event-store/sqlite/process-lock.js';
import { buildInThisThread, type Builder, type BuilderOptions } from './builder.js';
import { isFoldedFrom, openLiveViews } from './live-generation.js';
import { getGenerationPath, openSqliteGenerations } from '../stores/sqlite/generations.js';
import type { View } from '../view.js';
import { StoreDamaged, type ViewGenerations, type ViewSchema } from '../view-store.js';

export interface PreparedViews {
  folder: string;
  log: Pick<EventLog, 'readAll' | 'readStream'>;
  logId: string;
  version: number;
  schema: ViewSchema;
  views: readonly View[];
  epoch: number;
}

const getPreparedFolder = (folder: string) => join(folder, 'views-next');
const getLockFile = (folder: string) => join(folder, 'views-next-building');

/**
 * A server can use the live views in the meantime.
 * @throws LogInUse if another process prepares views; any error of the build
 */
export async function prepareViews(preparedViews: PreparedViews, options: BuilderOptions = {}): Promise<void> {
  const { folder, log, logId, version, epoch } = preparedViews;
  const release = takeProcessLock(getLockFile(folder));
  try {
    rmSync(getPreparedFolder(folder), { recursive: true, force: true });
    mkdirSync(getPreparedFolder(folder));
    const generations = await openSqliteGenerations(getPreparedFolder(folder), preparedViews.schema);
    const build = buildInThisThread({ ...preparedViews, generations });
    const opening = openLiveViews(generations, { log, logId, views: version, epoch }, build, options);
    await opening.finally(() => generations.close());
  } finally {
    release();
  }
}

/** If views were prepared for this version and log, folds only the events appended since. */
export function buildFromPrepared(preparedViews: PreparedViews, build: Builder): Builder {
  return async (generation, options) => {
    const release = existsSync(getPreparedFolder(preparedViews.folder))
      ? tryProcessLock(getLockFile(preparedViews.folder))
      : null;
    if (release) await adopt(preparedViews, generation).finally(release);
    await build(generation, options);
  };
}

async function adopt(preparedViews: PreparedViews, generation: number): Promise<void> {
  const from = getPreparedFolder(preparedViews.folder);
  const generations = await openSqliteGenerations(from, preparedViews.schema);
  const usable = await findUsableGeneration(generations, preparedViews).finally(() => generations.close());
  if (usable !== null) {
    const path = getGenerationPath(preparedViews.folder, generation);
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    renameSync(getGenerationPath(from, usable), path);
  }
  rmSync(from, { recursive: true });
}

/** Returns null if the generation belongs to another version or log, or cannot be read. */
async function findUsableGeneration(
  generations: ViewGenerations,
  { log, logId, version }: PreparedViews,
): Promise<number | null> {
  const live = await generations.findLive();
  if (live?.log !== logId || live.views !== version) return null;
  if (!(await generations.list()).includes(live.generation)) return null;
  try {
    return (await isFoldedFrom(log, await generations.open(live.generation))) ? live.generation : null;
  } catch (error) {
    if (error instanceof StoreDamaged) return null;
    throw error;
  }
}
