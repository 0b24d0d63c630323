import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/audit.js';
import { get, send, type ApiResponse } from '../../../shared/api/api.js';
import { addressOf } from './query.js';

/** What one person did in a span of time, as far as it is to be taken back. */
export interface Span {
  actor: { id: number; username: string };
  from: string;
  to: string;
  /** All acts then, the newest first. */
  entries: readonly AuditRow[];
  /** Those that will be tried. */
  undoable: readonly AuditRow[];
}

const pageSize = 200;
/** As many as the server takes back in one call. */
export const maxEntries = 1_000;

/** @returns null where nobody of that name did anything then, 'too-many' where it is more than can be undone at once */
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

/** An undo whose act lies in the span too is passed over: undoing that one is what is wanted. */
export function undoableIn(entries: readonly AuditRow[]): AuditRow[] {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.filter(({ undoable, undoes }) => undoable && !(undoes !== null && ids.has(undoes)));
}

export async function undoSpan({ actor, from, to }: Span, reason: string, key: string): Promise<UndoResult[]> {
  const body = { actor_id: actor.id, from, to, ...(reason === '' ? {} : { reason }) };
  return (await send<{ results: UndoResult[] }>('POST', '/admin/audit/undo', key, body)).body.results;
}
