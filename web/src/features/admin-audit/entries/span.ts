import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/audit.js';
import { get, send, type Answer } from '../../../shared/api/api.js';
import { addressOf } from './question.js';

/** What one person did in a span of time, as far as it is to be taken back. */
export interface Span {
  actor: { id: number; username: string };
  from: string;
  to: string;
  /** All acts then, the newest first. */
  acts: readonly AuditRow[];
  /** Those that will be tried. */
  undoable: readonly AuditRow[];
}

const pageSize = 200;
/** As many as the server takes back in one call. */
export const mostActs = 1_000;

/** @returns null where nobody of that name did anything then, 'too-many' where it is more than can be undone at once */
export async function spanOf(name: string, from: string, to: string): Promise<Span | 'too-many' | null> {
  const acts: AuditRow[] = [];
  const question = { area: '', kind: '', target: '', actor: name, from, to };
  for (let next: string | null = `${addressOf(question)}&limit=${pageSize}`; next !== null;) {
    const page: Answer<AuditRow[]> = await get(next);
    acts.push(...page.body);
    next = page.next;
    if (acts.length > mostActs) return 'too-many';
  }
  const actor = acts[0]?.actor;
  return actor ? { actor, from, to, acts, undoable: undoableIn(acts) } : null;
}

/** An undo whose act lies in the span too is passed over: undoing that one is what is wanted. */
export function undoableIn(acts: readonly AuditRow[]): AuditRow[] {
  const ids = new Set(acts.map(({ id }) => id));
  return acts.filter(({ undoable, undoes }) => undoable && !(undoes !== null && ids.has(undoes)));
}

export async function undoSpan({ actor, from, to }: Span, reason: string, key: string): Promise<UndoResult[]> {
  const body = { actor_id: actor.id, from, to, ...(reason === '' ? {} : { reason }) };
  return (await send<{ results: UndoResult[] }>('POST', '/admin/audit/undo', key, body)).body.results;
}
