import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LogInUse } from '@guildhall/event-store/sqlite/process-lock.js';
import { openSqliteLogReader } from '@guildhall/event-store/sqlite/log-reader.js';
import type { Builder } from '@guildhall/projections/rebuild/builder.js';
import { buildFromPrepared, prepareViews, type PreparedViews } from '@guildhall/projections/rebuild/prepared-views.js';
import { viewSchema, views, viewsVersion } from '@guildhall/projections/views/all-views.js';
import { findLogId } from '../log/log-identity.js';
import { EnvError, type Env } from '../process/env.js';
import { embeddedEpoch } from '../stores/stores.js';

const ownViews = { schema: viewSchema, views, version: viewsVersion, epoch: embeddedEpoch };

export async function prepareUpgrade(env: Env): Promise<void> {
  if (env.network) throw new EnvError('In network mode, start a projector of this version: it builds the views.');
  const logPath = join(env.dataDir, 'log.db');
  if (!existsSync(logPath)) throw new EnvError(`DATA_DIR: there is no log.db in ${env.dataDir}`);
  const log = openSqliteLogReader(logPath);
  // Loaded on demand because servers load this file too and draw no progress bar.
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({ format: '[{bar}] {value}/{total} events', noTTYOutput: true });
  try {
    const logId = await findLogId(log);
    if (logId === null) throw new EnvError(`DATA_DIR: the log in ${env.dataDir} is empty`);
    bar.start(Number(await log.readHead()), 0);
    const onProgress = ({ done }: { done: number }) => bar.update(done);
    await prepareViews({ folder: env.dataDir, log, logId, ...ownViews }, { onProgress });
  } catch (error) {
    throw error instanceof LogInUse ? new EnvError('The views are already being prepared.') : error;
  } finally {
    bar.stop();
    await log.close();
  }
  console.log(`The views of version ${viewsVersion} are ready. Stop the running server and start this version.`);
}

export function adoptPrepared(env: Env, log: PreparedViews['log'], logId: string, build: Builder): Builder {
  return buildFromPrepared({ folder: env.dataDir, log, logId, ...ownViews }, build);
}
