import type { Query } from '@tanstack/react-query';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { scheduleReload } from '../live/schedule-reload.js';
import { get, type ApiResponse } from '../shared/api/api.js';
import { renameMember, listNamesSince, onMemberUpdate, onNamesForgotten } from '../shared/state/member-names.js';
import { queryClient } from './client.js';
import { isSameCall } from './use-response.js';

export interface ListKind<Row, Body> {
  getRows: (body: Body) => readonly Row[];
  /** Identifies a row, because one that moves between two pages is received twice. */
  getKey: (row: Row) => string | number;
  renameRow?: RenameRow<Row>;
  size: number;
  /** The most rows that the call returns at once. */
  most: number;
  pollMs?: number;
}

type RenameRow<Row> = (row: Row, member: MemberNames) => Row | null;

export interface Pages<Row, Body> {
  rows: Row[];
  body: Body;
  next: string | null;
  position: string | null;
}

export function createListKind<Row extends { id: string | number }>(size: number, most: number): ListKind<Row, Row[]> {
  return { getRows: (rows) => rows, getKey: ({ id }) => id, size, most };
}

export function createPeopleList<Row extends Omit<MemberNames, 'pos'>>(
  size: number,
  most: number,
  renameRow: RenameRow<Row> = renameMember,
): ListKind<Row, Row[]> {
  return { ...createListKind(size, most), renameRow };
}

/** Reads at least as many rows as are shown, from the start. `keep` works as in `usePagedList`. */
export async function readPages<Row, Body>(
  kind: ListKind<Row, Body>,
  address: string,
  signal: AbortSignal,
  keep: (rows: Row[], shownRows: Row[]) => Row[] = (rows) => rows,
): Promise<Pages<Row, Body>> {
  const getShownRows = () => queryClient.getQueryData<Pages<Row, Body>>([address, kind.size])?.rows ?? [];
  const limit = Math.min(kind.most, Math.max(kind.size, getShownRows().length));
  let pages = createPages(
    kind,
    await get<Body>(`${address}${address.includes('?') ? '&' : '?'}limit=${limit}`, signal),
  );
  while (pages.next !== null && pages.rows.length < getShownRows().length) {
    pages = addPage(kind, pages, await get<Body>(pages.next, signal));
  }
  return { ...pages, rows: keep(pages.rows, getShownRows()) };
}

export function addPage<Row, Body>(
  kind: ListKind<Row, Body>,
  pages: Pages<Row, Body>,
  response: ApiResponse<Body>,
): Pages<Row, Body> {
  const presentKeys = new Set(pages.rows.map(kind.getKey));
  const { rows, ...rest } = createPages(kind, response);
  const newRows = rows.filter((row) => !presentKeys.has(kind.getKey(row)));
  return { ...rest, rows: [...pages.rows, ...newRows], position: pages.position };
}

function createPages<Row, Body>(kind: ListKind<Row, Body>, response: ApiResponse<Body>): Pages<Row, Body> {
  const { body, next, position } = response;
  // Members may have been renamed while the response was in transit.
  return { rows: rename([...kind.getRows(body)], listNamesSince(position), kind.renameRow), body, next, position };
}

function rename<Row>(rows: Row[], members: readonly MemberNames[], renameRow: RenameRow<Row> | undefined): Row[] {
  if (!renameRow) return rows;
  return members.reduce((all, member) => all.flatMap((row) => renameRow(row, member) ?? []), rows);
}

export function changeRows<Row>(path: string, change: (rows: Row[]) => Row[]): void {
  const isOfPath = ({ queryKey: [address, size] }: Query) => size !== undefined && isSameCall(address, path);
  queryClient.setQueriesData<Pages<Row, unknown>>(
    { predicate: isOfPath },
    (previous) => previous && { ...previous, rows: change(previous.rows) },
  );
}

/** Adds the row at the top of one list, and keeps it there when its page is loaded. */
export function addRow<Row, Body>(kind: ListKind<Row, Body>, address: string, row: Row): void {
  queryClient.setQueryData<Pages<Row, Body>>([address, kind.size], (previous) => {
    if (!previous || previous.rows.some((otherRow) => kind.getKey(otherRow) === kind.getKey(row))) return previous;
    return { ...previous, rows: [row, ...previous.rows] };
  });
}

/** Only `usePagedList` sets this field. */
const getNameFields = ({ meta }: Query) => meta?.['renameRow'] as RenameRow<unknown> | undefined;

onMemberUpdate((member) => {
  for (const query of queryClient.getQueryCache().getAll()) {
    const nameFields = getNameFields(query);
    if (!nameFields) continue;
    queryClient.setQueryData<Pages<unknown, unknown>>(
      query.queryKey,
      (previous) => previous && { ...previous, rows: rename(previous.rows, [member], nameFields) },
    );
  }
});

onNamesForgotten(() => {
  scheduleReload(() => {
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => getNameFields(query) !== undefined });
  });
});
