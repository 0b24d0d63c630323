import type { Place } from '@guildhall/domain/structure/state.js';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { matchExpression, type SearchText } from './query-text.js';
import { marks } from './snippet.js';
import { authorTag, placeTag, prefixTag, type ItemKind, type OwnedPrefix } from './tags.js';

/** A search for threads and replies, limited to these places. */
export interface TextQuery {
  text: SearchText;
  kind: ItemKind | null;
  places: readonly Place[];
  /** All other existing places. */
  others: readonly Place[];
  authorId: number | null;
  /** The thread has one of these; null where it may have any, or none. */
  prefixes: readonly OwnedPrefix[] | null;
  /** The thread has none of these. */
  notPrefixes: readonly OwnedPrefix[];
  /** ISO 8601 in UTC, both included. */
  from: string | null;
  to: string | null;
  limit: number;
}

export interface FoundText {
  rowid: number;
  kind: ItemKind;
  id: number;
  thread_id: number;
  section_id: number;
  subsection_id: number | null;
  prefix_id: number | null;
  author_id: number;
  created_at: string;
  position: string;
  /** Of the thread; null when its author's texts are erased. */
  title: string | null;
  /** With marks; null for a reply. */
  marked_title: string | null;
  /** The whole text, with marks. */
  marked_content: string;
}

/** How many texts are taken at most; none follows once they have so many bytes together. */
interface Bound {
  count: number;
  bytes: number;
}

/** Relevance is computed for no more than the newest that match: each byte may be part of a match. */
export const maxRanked: Bound = { count: 1_000, bytes: 500_000 };
/** A page of the newest ends early where its texts, in which all matches are marked, are longer. */
const maxPageBytes = 250_000;

/** Whether a thread shows one of these prefixes: the section in which it is offers it. */
const isMarked = (prefixes: string): string => `(threads.section_id, coalesce(threads.prefix_id, 0)) IN
  (SELECT value ->> 'sectionId', value ->> 'prefixId' FROM json_each(${prefixes}))`;
/** Only visible texts, in a visible thread, in one of the places: in the query, so that no count reveals the others. */
const visible = `
  FROM texts CROSS JOIN items ON items.rowid = texts.rowid CROSS JOIN threads ON threads.id = items.thread_id
  WHERE texts MATCH :match AND texts.rowid BETWEEN :first AND :last AND items.deleted = 0 AND threads.deleted = 0
    AND threads.place IN (SELECT value FROM json_each(:places)) AND items.created_at BETWEEN :from AND :to
    AND (:prefixes IS NULL OR ${isMarked(':prefixes')}) AND NOT ${isMarked(':notPrefixes')}`;
/** A match in the title counts as five in the text. FTS5 keeps the texts in a table where their size is read alone. */
const weighed = `SELECT items.rowid, bm25(texts, 5.0, 1.0, 0.0) AS score,
    (SELECT octet_length(c1) FROM texts_content WHERE texts_content.id = items.rowid) AS bytes
  ${visible} ORDER BY texts.rowid DESC LIMIT ${maxRanked.count}`;
const columns = `
  items.rowid, items.kind, items.id, items.thread_id, threads.section_id, threads.subsection_id, threads.prefix_id,
    items.author_id, items.created_at, items.position, highlight(texts, 0, :begin, :end) AS marked_title,
    highlight(texts, 1, :begin, :end) AS marked_content,
    (SELECT heading.title FROM texts AS heading WHERE heading.rowid = threads.opening) AS title`;
const newest = `SELECT ${columns} ${visible} ORDER BY texts.rowid DESC LIMIT :limit + 1`;
const chosen = `SELECT ${columns} ${visible} AND +texts.rowid IN (SELECT value FROM json_each(:rows))`;

/** A page of texts, and the cursor of the next page; null where none follows. */
export interface FoundPage<Cursor> {
  texts: FoundText[];
  cursor: Cursor | null;
}

/** The texts that match, the newest first, after the one at the position of the cursor. */
export function newestTexts(db: Database, query: TextQuery, cursor: string | null): FoundPage<string> {
  const asked = parametersOf(db, query);
  if (!asked) return { texts: [], cursor: null };
  const last = Math.min(asked.last, cursor === null ? asked.last : lastBefore(db, cursor));
  const rows = db.prepare(newest).iterate({ ...asked, ...marks, last, limit: query.limit }) as Iterable<FoundText>;
  const page = within(rows, { count: query.limit, bytes: maxPageBytes }, (text) => text.marked_content.length);
  return { texts: page.rows, cursor: page.isAll ? null : (page.rows.at(-1)?.position ?? null) };
}

/** The newest text when the first page of a ranked list was made, and how many of the list were shown. */
export interface WeighedCursor {
  position: string;
  offset: number;
}

/** The rows of one page of the best among the newest texts that match. Its cursor names the newest that was ranked. */
export function bestRows(
  db: Database,
  query: TextQuery,
  cursor: WeighedCursor | null,
): { rows: number[]; cursor: WeighedCursor | null } {
  const asked = parametersOf(db, query);
  const { position, offset } = cursor ?? { position: newestPosition(db), offset: 0 };
  if (!asked || position === null) return { rows: [], cursor: null };
  const last = Math.min(asked.last, lastBefore(db, position, true));
  const matching = db.prepare(weighed).iterate({ ...asked, last }) as Iterable<WeighedText>;
  const ranked = within(matching, maxRanked, ({ bytes }) => bytes).rows;
  const best = ranked.sort((a, b) => a.score - b.score || b.rowid - a.rowid).map(({ rowid }) => rowid);
  const end = offset + query.limit;
  return { rows: best.slice(offset, end), cursor: end < best.length ? { position, offset: end } : null };
}

interface WeighedText {
  rowid: number;
  score: number;
  bytes: number;
}

/** The first rows within a bound; `isAll`: no other follows. */
function within<Row>(all: Iterable<Row>, { count, bytes }: Bound, sizeOf: (row: Row) => number) {
  const rows: Row[] = [];
  let size = 0;
  for (const row of all) {
    if (rows.length === count || size > bytes) return { rows, isAll: false };
    rows.push(row);
    size += sizeOf(row);
  }
  return { rows, isAll: true };
}

const dayMs = 24 * 3_600_000; // ms
const [earliest, latest] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
const farthest = Number.MAX_SAFE_INTEGER;

/** Null where nothing can match. */
function parametersOf(db: Database, query: TextQuery) {
  const { text, kind, places, others, authorId, prefixes, notPrefixes, from, to } = query;
  const [here, elsewhere] = [places.map(placeTag), others.map(placeTag)];
  const kinds = kind ? [kind] : ['thread', 'post'];
  // The shorter way to name the places. Kinds are named only where they narrow, or the expression would be empty.
  const byExclusion = elsewhere.length < here.length;
  const named = kind !== null || (text.required.length === 0 && byExclusion);
  const anyOfEach = [...(byExclusion ? [] : [here]), ...(named ? [kinds] : [])];
  if (authorId !== null) anyOfEach.push([authorTag(authorId)]);
  if (prefixes !== null) anyOfEach.push(prefixes.map(prefixTag));
  const none = [...(byExclusion ? elsewhere : []), ...notPrefixes.map(prefixTag)];
  const match = here.length === 0 ? null : matchExpression(text, { anyOfEach, none });
  if (match === null) return null;
  return {
    match,
    places: JSON.stringify(here),
    prefixes: prefixes && JSON.stringify(prefixes),
    notPrefixes: JSON.stringify(notPrefixes),
    from: from ?? '',
    to: to ?? '9999',
    // Rows rise with time, except for differences between the clocks of servers, which are less than a day.
    first: from === null ? 0 : (firstSince(db, shifted(from, -dayMs)) ?? farthest),
    last: to === null ? farthest : (firstSince(db, shifted(to, dayMs)) ?? farthest),
  };
}

/** Within the years of four digits, which compare as strings. */
const shifted = (time: string, ms: number): string =>
  new Date(Math.max(earliest, Math.min(latest, Date.parse(time) + ms))).toISOString();

function firstSince(db: Database, time: string): number | undefined {
  const sql = 'SELECT rowid FROM items WHERE created_at >= ? ORDER BY created_at LIMIT 1';
  return (db.prepare(sql).get(time) as { rowid: number } | undefined)?.rowid;
}

function lastBefore(db: Database, position: string, included = false): number {
  const sql = `SELECT rowid FROM items WHERE position ${included ? '<=' : '<'} ? ORDER BY position DESC LIMIT 1`;
  return (db.prepare(sql).get(position) as { rowid: number } | undefined)?.rowid ?? 0;
}

function newestPosition(db: Database): string | null {
  const sql = 'SELECT position FROM items ORDER BY position DESC LIMIT 1';
  return (db.prepare(sql).get() as { position: string } | undefined)?.position ?? null;
}

/** The texts of these rows that still match, in their order, all in one pass of the index. */
export function textsOfRows(db: Database, query: TextQuery, rowids: readonly number[]): FoundText[] {
  const asked = parametersOf(db, query);
  if (!asked || rowids.length === 0) return [];
  const range = { first: Math.min(...rowids), last: Math.max(...rowids) };
  const found = db.prepare(chosen).all({ ...asked, ...range, ...marks, rows: JSON.stringify(rowids) });
  const byRow = new Map(textsOf(found).map((text) => [text.rowid, text]));
  return rowids.flatMap((rowid) => byRow.get(rowid) ?? []);
}

/** The driver does not type its rows. */
const textsOf = (rows: unknown[]): FoundText[] => rows as FoundText[];
