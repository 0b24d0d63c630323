import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { erasedName } from '../../../../web/src/shared/state/members.js';
import { removeRow, upsertRow, type RowSet } from '../../../../web/src/live/row-set.js';

/** The response to a call. A refusal has a `status`. */
export interface ReadResult<Body = unknown> {
  status: number;
  body: Body;
  position: string | null;
  next: string | null;
}

/** @throws without a response, or for a server error */
export type Get = <Body>(path: string) => Promise<ReadResult<Body>>;

/** Names that the site's topic has sent since the page was loaded. */
export type Names = ReadonlyMap<number, MemberNames>;

export interface Screen {
  /** Topics to join at the position of the read. */
  listTopics(): Topic[];
  /** @returns the position of the oldest read, or null if the screen does not exist */
  load(get: Get, after: string | null): Promise<string | null>;
  /** @returns true if the screen must be read again, at the position of the row */
  take(row: LiveRow, counts: RowCounts): boolean;
  /** Replaces a former name in the address. @returns whether the screen must be read again */
  rename?(member: MemberNames): boolean;
  buildVisibleRows(names: Names): unknown;
}

export const missing = { status: 'gone' } as const;

export class RowCounts {
  rows = 0;
  /** Counts rows that the page already had in this or a newer state. */
  kept = 0;
  /** Counts rows that were added as new twice, which must never happen. */
  doubled = 0;
  private readonly added = new Set<string>();

  /** Rows that arrive afterwards count as new again. */
  restart(): void {
    this.added.clear();
  }

  upsert<Row extends { id: number; pos: string }>(set: RowSet<Row>, row: NoInfer<Row>, kind: string): void {
    const result = upsertRow(set, row);
    if (result === 'kept') this.kept += 1;
    if (result !== 'new') return;
    const key = `${kind} ${row.id} ${row.pos}`;
    if (this.added.has(key)) this.doubled += 1;
    this.added.add(key);
  }

  remove<Row extends { id: number; pos: string }>(set: RowSet<Row>, { id, pos }: { id: number; pos: string }): void {
    if (set.byId[id] === undefined) this.kept += 1;
    removeRow(set, id, pos);
  }
}

export const createRowSet = <Row extends { id: number; pos: string }>(rows: readonly Row[] = []): RowSet<Row> => ({
  byId: Object.fromEntries(rows.map((row) => [row.id, row])),
  removed: {},
});

export function withNames<Row extends AuthorFields>(row: Row, names: Names): Row {
  const { username, avatar_url, role } = names.get(row.user_id) ?? row;
  return { ...row, username, avatar_url, role };
}

/** Also updates the last author and the others who replied. */
export function renameInThread<Row extends Omit<ThreadSummary, 'picture'>>(row: Row, names: Names): Row {
  const last = names.get(row.last_user_id);
  const { last_username, last_avatar_url } = row;
  const participants = row.participants.flatMap((participant) => {
    const { username, avatar_url } = names.get(participant.id) ?? participant;
    return username === erasedName ? [] : { ...participant, username, avatar_url };
  });
  return {
    ...withNames(row, names),
    last_username: last?.username ?? last_username,
    last_avatar_url: last ? last.avatar_url : last_avatar_url,
    participants,
  };
}

export function pickVisibleFields<Row extends { pos: string }>(row: Row): Omit<Row, 'pos' | 'kind'> {
  const { pos: _, kind: __, ...rest }: Row & { kind?: string } = row;
  return rest;
}

export async function readPages<Row>(
  get: Get,
  path: string,
): Promise<{ rows: Row[]; positions: (string | null)[] } | null> {
  const rows: Row[] = [];
  const positions: (string | null)[] = [];
  for (let next: string | null = path; next !== null;) {
    const page: ReadResult<Row[]> = await get<Row[]>(next);
    if (page.status >= 400) return null;
    rows.push(...page.body);
    positions.push(page.position);
    next = page.next;
  }
  return { rows, positions };
}

/** `path` may already have a query. */
export const addAfter = (path: string, position: string | null): string =>
  position === null ? path : `${path}${path.includes('?') ? '&' : '?'}after=${position}`;
