import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { get, send, type ApiResponse } from '../../../shared/api/api.js';
import { addressOf } from './query.js';

/** What one person did in a span of time, and which of it is to be undone. */
export interface Span {
  actor: { id: number; username: string };
  from: string;
  to: string;
  /** All actions of the span, the newest first. */
  entries: readonly AuditRow[];
  /** Those that will be tried. */
  undoable: readonly AuditRow[];
}

const pageSize = 200;
/** The maximum that the server undoes in one call. */
export const maxEntries = 1_000;

/**
 * @returns null where no one of that name did anything in the span, 'too-many' where there is more than can be undone
 * in one call
 */
export async function spanOf(name: string, from: string, to: string): Promise<Span | 'too-many' | null> {
  const entries: AuditRow[] = [];
  const query = { area: '', kind: '', target: '', actor: name, from, to };
  for (let next: string | null = `${addressOf(query)}&limit=${pageSize}`; next !== null;) {
    const page: ApiResponse<AuditRow[]> = await get(next);
    entries.push(...page.body);
    next = page.next;
    if (entries.length > maxEntries) return 'too-many';
  }
  const actor = entries[0]?.actor;
  return actor ? { actor, from, to, entries, undoable: undoableIn(entries) } : null;
}

/** An undo whose action is in the span too is skipped: undoing that action is the intent. */
export function undoableIn(entries: readonly AuditRow[]): AuditRow[] {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.filter(({ undoable, undoes }) => undoable && !(undoes !== null && ids.has(undoes)));
}

export async function undoSpan({ actor, from, to }: Span, reason: string, key: string): Promise<UndoResult[]> {
  const body = { actor_id: actor.id, from, to, ...(reason === '' ? {} : { reason }) };
  return (await send<{ results: UndoResult[] }>('POST', '/admin/audit/undo', key, body)).body.results;
}
