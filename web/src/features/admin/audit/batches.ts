import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { formatKindName, formatSubjectName } from './kinds.js';
import { texts } from './texts.js';

/** One call's entries, newest first. */
export type Batch = readonly [AuditRow, ...AuditRow[]];

export const getBatchKey = ([newest]: Batch): string => newest.batch ?? newest.id;

export function groupIntoBatches(rows: readonly AuditRow[]): Batch[] {
  const batches = new Map<string, [AuditRow, ...AuditRow[]]>();
  for (const row of rows) {
    const key = getBatchKey([row]);
    const batch = batches.get(key);
    if (batch) batch.push(row);
    else batches.set(key, [row]);
  }
  return [...batches.values()];
}

const maxNames = 2;

/** Fields that differ between the entries are null. */
export function summarizeBatch(batch: Batch) {
  const [newest] = batch;
  const isShared = (valueOf: (row: AuditRow) => unknown) =>
    batch.every((row) => JSON.stringify(valueOf(row)) === JSON.stringify(valueOf(newest)));
  const names = [...new Set(batch.map(formatSubjectName))];
  const otherCount = names.length - maxNames;
  return {
    action: isShared(({ kind }) => kind) ? formatKindName(newest.kind) : texts.batch.mixed,
    subjects: names.slice(0, maxNames).join(', ') + (otherCount > 0 ? ` ${texts.batch.others(otherCount)}` : ''),
    change: isShared(({ before, after }) => [before, after]) ? newest : null,
    reason: isShared(({ reason }) => reason) ? newest.reason : null,
    undoable: batch.filter(({ undoable }) => undoable).length,
    undone: batch.filter(({ undone_by }) => undone_by !== null).length,
  };
}
