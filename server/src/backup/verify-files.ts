import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromPosition } from '@guildhall/event-store/dense-position.js';
import { beginning } from '@guildhall/event-store/port.js';
import { checkIntegrity } from '@guildhall/event-store/sqlite/copy-database.js';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { openSqliteLogReader } from '@guildhall/event-store/sqlite/log-reader.js';
import { buildGeneration } from '@guildhall/projections/rebuild/build-generation.js';
import { PoisonError } from '@guildhall/projections/runner/poison.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { views, viewSchema } from '@guildhall/projections/views/all-views.js';
import { findLogId } from '../log/log-identity.js';
import { OperatorError } from '../process/operator-error.js';
import { readLogPages } from '../stores/pages.js';
import type { EssentialFiles, OnProgress } from './backup-files.js';

export interface VerifiedFiles {
  siteId: string;
  events: number;
  accounts: number;
  /** Describes an event that can be applied neither to the views nor by the live site. */
  skippedEvent: string | null;
}

/**
 * Checks that both databases are intact and belong together, and that all events can be projected.
 * @throws OperatorError
 */
export async function verifyFiles({ log, vault }: EssentialFiles, onProgress: OnProgress): Promise<VerifiedFiles> {
  for (const path of [log, vault]) {
    const [fault] = checkIntegrity(path);
    if (fault !== undefined) throw new OperatorError(`${path} is damaged (${fault})`);
  }
  const { logId, accounts } = readVault(vault);
  const reader = openSqliteLogReader(log);
  try {
    const idOfLog = await findLogId(reader);
    if (logId !== null && idOfLog !== logId) throw new OperatorError(`${log} and ${vault} belong to different sites`);
    const events = fromPosition(await reader.readHead());
    const skippedEvent = await foldAll(reader, dirname(log), (eventsDone) =>
      onProgress({ phase: 'verify', done: eventsDone, total: events }),
    );
    return { siteId: idOfLog ?? '', events, accounts, skippedEvent };
  } finally {
    await reader.close();
  }
}

function readVault(path: string): { logId: string | null; accounts: number } {
  const db = openDatabase(path, { readOnly: true });
  try {
    const count = db.prepare(`SELECT count(*) AS accounts FROM accounts WHERE document ->> 'createdAt' IS NOT NULL`);
    const binding = db.prepare(`SELECT document ->> '$.binding.logId' AS logId FROM logBinding`).get() as
      { logId: string } | undefined;
    return { logId: binding?.logId ?? null, ...(count.get() as { accounts: number }) };
  } finally {
    db.close();
  }
}

const pageSize = 1_000;

type LogReader = ReturnType<typeof openSqliteLogReader>;

async function foldAll(log: LogReader, folder: string, onEvents: (eventsDone: number) => void): Promise<string | null> {
  const scratchFolder = mkdtempSync(join(folder, 'verify-'));
  const generations = await openSqliteGenerations(scratchFolder, viewSchema);
  try {
    const store = await generations.open(1, { building: true });
    await buildGeneration({ log, store, views, epoch: 1, onProgress: ({ done }) => onEvents(done) });
    return null;
  } catch (error) {
    if (!(error instanceof PoisonError)) throw error;
    await readToEnd(log, onEvents);
    return error.message;
  } finally {
    await generations.close();
    rmSync(scratchFolder, { recursive: true, force: true });
  }
}

async function readToEnd(log: LogReader, onEvents: (eventsDone: number) => void): Promise<void> {
  let eventsDone = 0;
  for await (const events of readLogPages(log, beginning, pageSize)) onEvents((eventsDone += events.length));
}
