import type { ReportFilter } from '@guildhall/domain/wire/kinds.js';
import type { ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { reportKinds, type ReportKind } from '@guildhall/domain/report/events.js';
import { addRow, changeRows, createListKind } from '../../../queries/pages.js';

export const states = ['pending', 'open', 'taken', 'resolved', 'any'] as const satisfies readonly (
  ReportFilter | 'any'
)[];
export const kinds = ['any', ...reportKinds] as const;

export interface ReportQuery {
  status: (typeof states)[number];
  kind: ReportKind | 'any';
}

const path = '/admin/reports';
const defaultQuery: ReportQuery = { status: 'pending', kind: 'any' };

export function parseQuery(params: URLSearchParams): ReportQuery {
  return {
    status: states.find((state) => state === params.get('status')) ?? defaultQuery.status,
    kind: kinds.find((kind) => kind === params.get('kind')) ?? defaultQuery.kind,
  };
}

function buildParams(query: ReportQuery, base: ReportQuery): URLSearchParams {
  const fields = ['status', 'kind'] as const;
  return new URLSearchParams(
    fields.filter((field) => query[field] !== base[field]).map((field) => [field, query[field]]),
  );
}

export const toSearchParams = (query: ReportQuery): URLSearchParams => buildParams(query, defaultQuery);

export function buildAddress(query: ReportQuery): string {
  const params = buildParams(query, { status: 'any', kind: 'any' }).toString();
  return params === '' ? path : `${path}?${params}`;
}

export const queue = createListKind<ReportRow>(30, 200);

export const buildDetailAddress = (id: string): string => `${path}/${id}`;

/** Adds the report if it is not on the first page, and updates its row in the other lists. */
export function putIntoQueue(address: string, { notes: _, text_when_reported: _text, ...row }: ReportDetail): void {
  changeRows<ReportRow>(path, (rows) => rows.map((current) => (current.id === row.id ? row : current)));
  addRow(queue, address, row);
}

/** Retains the open report's row after a reload because removing it would discard what was typed into it. */
export function withOpenedRow(rows: ReportRow[], displayedRows: ReportRow[], openedId: string | null): ReportRow[] {
  const openedRow = displayedRows.find(({ id }) => String(id) === openedId);
  if (!openedRow || rows.some(({ id }) => id === openedRow.id)) return rows;
  const index = Math.min(displayedRows.indexOf(openedRow), rows.length);
  return [...rows.slice(0, index), openedRow, ...rows.slice(index)];
}
