import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { removeRow, upsertRow, type RowSet } from '../../../../web/src/live/row-set.js';

/** What a call answered; `status` of a refusal, which is an answer too. */
export interface Reading<Body = unknown> {
  status: number;
  body: Body;
  position: string | null;
  next: string | null;
}

/** @throws when there is no answer, or none that says anything */
export type Get = <Body>(path: string) => Promise<Reading<Body>>;

/** What the site's topic has brought about members since the page was loaded. */
export type Names = ReadonlyMap<number, MemberNames>;

/** One screen of the web: what it reads, which topics it joins, and what it makes of their rows. */
export interface Screen {
  /** Joined with the position of what was read. */
  topics(): Topic[];
  /** Replaces all there is. @returns the position of the oldest reading; null for what is not there. */
  load(get: Get, after: string | null): Promise<string | null>;
  /** @returns whether it must be read again, at the position of the row. */
  take(row: LiveRow, counts: RowCounts): boolean;
  /** A member is renamed: so is a page whose address has their name. */
  rename?(member: MemberNames): void;
  /** What a reader sees, in one form for old and fresh pages. */
  shown(names: Names): unknown;
}

/** Of what is not there, or may not be seen. */
export const gone = { status: 'gone' } as const;

/** What became of the rows that came. */
export class RowCounts {
  rows = 0;
  /** Rows that the page had already, or something newer: harmless. */
  kept = 0;
  /** Rows that were put in as new twice: must never happen. */
  doubled = 0;
  private readonly added = new Set<string>();

  /** All was read again: what comes from here on is new once more. */
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

export const rowSet = <Row extends { id: number; pos: string }>(rows: readonly Row[] = []): RowSet<Row> => ({
  byId: Object.fromEntries(rows.map((row) => [row.id, row])),
  removed: {},
});

/** A row with its author's current name. */
export function named<Row extends AuthorFields>(row: Row, names: Names): Row {
  const { username, avatar_url, role } = names.get(row.user_id) ?? row;
  return { ...row, username, avatar_url, role };
}

/** As `named`, and who wrote last in it. */
export function namedThread<Row extends ThreadSummary>(row: Row, names: Names): Row {
  return { ...named(row, names), last_username: names.get(row.last_user_id)?.username ?? row.last_username };
}

/** Without what no reader sees. */
export function seen<Row extends { pos: string }>(row: Row): Omit<Row, 'pos' | 'kind'> {
  const { pos: _, kind: __, ...rest }: Row & { kind?: string } = row;
  return rest;
}

/** All pages of a list. Null where it is refused. */
export async function readPages<Row>(
  get: Get,
  path: string,
): Promise<{ rows: Row[]; positions: (string | null)[] } | null> {
  const rows: Row[] = [];
  const positions: (string | null)[] = [];
  for (let next: string | null = path; next !== null;) {
    const page: Reading<Row[]> = await get<Row[]>(next);
    if (page.status >= 400) return null;
    rows.push(...page.body);
    positions.push(page.position);
    next = page.next;
  }
  return { rows, positions };
}

/** Of a path that may have a query already. */
export const after = (path: string, position: string | null): string =>
  position === null ? path : `${path}${path.includes('?') ? '&' : '?'}after=${position}`;
