import type { ReportStatus } from '@guildhall/domain/wire/kinds.js';
import type { ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/reports.js';
import { reportKinds, type ReportKind } from '@guildhall/domain/report/events.js';
import { create } from 'zustand';
import { get, wordsOf } from '../../shared/api/api.js';
import { createPagedList } from '../../shared/state/paged-list.js';
import { texts as shared } from '../../shared/texts.js';

export const states = ['open', 'taken', 'resolved', 'any'] as const satisfies readonly (ReportStatus | 'any')[];
export const kinds = ['any', ...reportKinds] as const;

/** What of the queue is shown; it stands in the address but for what is shown unasked. */
export interface Question {
  status: (typeof states)[number];
  kind: ReportKind | 'any';
}

const unasked: Question = { status: 'open', kind: 'any' };

export function questionIn(params: URLSearchParams): Question {
  return {
    status: states.find((state) => state === params.get('status')) ?? unasked.status,
    kind: kinds.find((kind) => kind === params.get('kind')) ?? unasked.kind,
  };
}

export function queryOf({ status, kind }: Question): URLSearchParams {
  const query = new URLSearchParams();
  if (status !== unasked.status) query.set('status', status);
  if (kind !== unasked.kind) query.set('kind', kind);
  return query;
}

export function addressOf({ status, kind }: Question): string {
  const query = new URLSearchParams();
  if (status !== 'any') query.set('status', status);
  if (kind !== 'any') query.set('kind', kind);
  return query.size === 0 ? '/admin/reports' : `/admin/reports?${query.toString()}`;
}

export const queue = createPagedList<ReportRow>({ rowsOf: (rows) => rows, keyOf: ({ id }) => id, size: 30, most: 200 });

interface Known {
  detail: ReportDetail | null;
  /** Why it could not be loaded, in words. */
  fault: string | null;
}

/** The reports that were opened, by id. */
export const useDetails = create<Record<number, Known>>(() => ({}));

/** Loads a report; its line in the queue follows and stays where it is, also where the filters do not fit it any more. */
export async function loadDetail(id: number): Promise<void> {
  try {
    const { body } = await get<ReportDetail>(`/admin/reports/${id}`);
    useDetails.setState({ [id]: { detail: body, fault: null } });
    const { notes: _, ...row } = body;
    queue.useList.setState(({ rows }) => ({ rows: rows.map((known) => (known.id === id ? row : known)) }));
  } catch (error) {
    useDetails.setState((known) => ({
      [id]: { detail: known[id]?.detail ?? null, fault: wordsOf(error, shared.loadFailed) },
    }));
  }
}

/**
 * Asks for the queue once more, and for the report that is open: its line stays, where the filters do not fit it any
 * more, with what may be written in it.
 */
export async function askAgain(opened: string | null): Promise<string | null> {
  const position = await queue.again((rows) => withLine(rows, opened));
  const line = queue.useList.getState().rows.find(({ id }) => String(id) === opened);
  if (line && position !== null) await loadDetail(line.id);
  return position;
}

/** Taken out and put back a moment later, its forms would be empty. */
function withLine(rows: ReportRow[], opened: string | null): ReportRow[] {
  const before = queue.useList.getState().rows;
  const line = before.find(({ id }) => String(id) === opened);
  if (!line || rows.some(({ id }) => id === line.id)) return rows;
  const at = Math.min(before.indexOf(line), rows.length);
  return [...rows.slice(0, at), line, ...rows.slice(at)];
}
