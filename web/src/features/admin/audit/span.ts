import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { get, send, type ApiResponse } from '../../../shared/api/api.js';
import { addressOf } from './query.js';

export interface Span {
  actor: { id: number; username: string };
  from: string;
  to: string;
  /** Newest first. */
  entries: readonly AuditRow[];
  undoable: readonly AuditRow[];
}

const pageSize = 200;
/** The server's limit per call. */
export const maxEntries = 1_000;

/** @returns null if no such person acted in the time range, 'too-many' if the actions exceed the limit of one call */
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

/** Skips an undo if the action it reverted is also in the list: undoing that action has the intended effect. */
export function undoableIn(entries: readonly AuditRow[]): AuditRow[] {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.filter(({ undoable, undoes }) => undoable && !(undoes !== null && ids.has(undoes)));
}

export async function undoSpan({ actor, from, to }: Span, reason: string, key: string): Promise<UndoResult[]> {
  const body = { actor_id: actor.id, from, to, ...(reason === '' ? {} : { reason }) };
  return (await send<{ results: UndoResult[] }>('POST', '/admin/audit/undo', key, body)).body.results;
}
