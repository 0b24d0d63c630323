import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { get, send, type ApiResponse } from '../../../shared/api/api.js';
import { buildAddress } from './query.js';

export interface Span {
  actor: { id: number; username: string };
  from: string;
  to: string;
  /** The actions, newest first. */
  entries: readonly AuditRow[];
  undoable: readonly AuditRow[];
  /** If set, only the entries of this call are included. */
  batch?: string;
}

const pageSize = 200;
/** The server undoes at most this many entries per call. */
export const maxEntries = 1_000;

/**
 * @returns null if no member of that name acted in the time range, 'too-many' if the actions exceed the limit of one
 * call
 */
export async function findSpan(name: string, from: string, to: string): Promise<Span | 'too-many' | null> {
  const entries = await loadAllEntries(buildAddress({ area: '', kind: '', target: '', actor: name, from, to }));
  if (entries === null) return 'too-many';
  const actor = entries[0]?.actor;
  return actor ? { actor, from, to, entries, undoable: filterUndoable(entries) } : null;
}

/** @throws if the entries cannot be loaded */
export async function readBatchSpan(batch: string): Promise<Span> {
  const entries = await loadAllEntries(`/admin/audit?batch=${batch}`);
  const [newest, oldest] = [entries?.at(0), entries?.at(-1)];
  if (!entries || !newest?.actor || !oldest) throw new Error('The entries of this call were not found.');
  const to = new Date(Date.parse(newest.at) + 1).toISOString(); // The end of a range is exclusive.
  return { actor: newest.actor, from: oldest.at, to, entries, undoable: filterUndoable(entries), batch };
}

async function loadAllEntries(address: string): Promise<AuditRow[] | null> {
  const entries: AuditRow[] = [];
  for (let next: string | null = `${address}&limit=${pageSize}`; next !== null;) {
    const page: ApiResponse<AuditRow[]> = await get(next);
    entries.push(...page.body);
    next = page.next;
    if (entries.length > maxEntries) return null;
  }
  return entries;
}

/**
 * Omits an undo if the action that it reverted is also in the list, because undoing that action has the same effect.
 */
export function filterUndoable(entries: readonly AuditRow[]): AuditRow[] {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.filter(({ undoable, undoes }) => undoable && !(undoes !== null && ids.has(undoes)));
}

export async function undoSpan(span: Span, reason: string | undefined, key: string): Promise<UndoResult[]> {
  const { actor, from, to, batch } = span;
  const body = { actor_id: actor.id, from, to, ...(batch && { batch }), reason };
  return (await send<{ results: UndoResult[] }>('POST', '/admin/audit/undo', key, body)).body.results;
}
