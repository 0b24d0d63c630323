import type { ReportFilter } from '@guildhall/domain/wire/kinds.js';
import type { ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { reportKinds, type ReportKind } from '@guildhall/domain/report/events.js';
import { changeRows, type ListKind } from '../../../queries/pages.js';

export const states = ['pending', 'open', 'taken', 'resolved', 'any'] as const satisfies readonly (
  ReportFilter | 'any'
)[];
export const kinds = ['any', ...reportKinds] as const;

/** The address holds all values except the defaults. */
export interface ReportQuery {
  status: (typeof states)[number];
  kind: ReportKind | 'any';
}

const defaultQuery: ReportQuery = { status: 'pending', kind: 'any' };

export function parseQuery(params: URLSearchParams): ReportQuery {
  return {
    status: states.find((state) => state === params.get('status')) ?? defaultQuery.status,
    kind: kinds.find((kind) => kind === params.get('kind')) ?? defaultQuery.kind,
  };
}

export function toSearchParams({ status, kind }: ReportQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (status !== defaultQuery.status) query.set('status', status);
  if (kind !== defaultQuery.kind) query.set('kind', kind);
  return query;
}

export function addressOf({ status, kind }: ReportQuery): string {
  const query = new URLSearchParams();
  if (status !== 'any') query.set('status', status);
  if (kind !== 'any') query.set('kind', kind);
  return query.size === 0 ? '/admin/reports' : `/admin/reports?${query.toString()}`;
}

export const queue: ListKind<ReportRow, ReportRow[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: 30,
  most: 200,
};

const path = '/admin/reports';
export const detailAddress = (id: number) => `${path}/${id}`;

/** Updates the report's row in place, even if it no longer matches the filters. */
export function showInQueue({ notes: _, ...row }: ReportDetail): void {
  changeRows<ReportRow>(path, (rows) => rows.map((current) => (current.id === row.id ? row : current)));
}

/** Retains the row of the open report after a reload: removing it would lose the text typed into it. */
export function withOpened(rows: ReportRow[], displayed: ReportRow[], opened: string | null): ReportRow[] {
  const openedRow = displayed.find(({ id }) => String(id) === opened);
  if (!openedRow || rows.some(({ id }) => id === openedRow.id)) return rows;
  const index = Math.min(displayed.indexOf(openedRow), rows.length);
  return [...rows.slice(0, index), openedRow, ...rows.slice(index)];
}
