import type { Place } from '@guildhall/domain/structure/state.js';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { continuationsOf } from './terms/continuations.js';
import { matchExpression, type SearchText } from './terms/query-text.js';
import { ranked, type MarkedText, type WeighedTerm } from './terms/rank-texts.js';
import { marks } from './terms/snippet.js';
import { authorTag, kindTag, placeTag, prefixTag, type ItemKind, type OwnedPrefix } from './terms/tags.js';
import { weighTerms } from './terms/weigh-terms.js';

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

export interface FoundText extends MarkedText {
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
const visible = `items.deleted = 0 AND threads.deleted = 0
    AND threads.place IN (SELECT value FROM json_each(:places)) AND items.created_at BETWEEN :from AND :to
    AND (:prefixes IS NULL OR ${isMarked(':prefixes')}) AND NOT ${isMarked(':notPrefixes')}`;
const matching = `
  FROM texts CROSS JOIN items ON items.rowid = texts.rowid CROSS JOIN threads ON threads.id = items.thread_id
  WHERE texts MATCH :match AND texts.rowid BETWEEN :first AND :last AND ${visible}`;
const marked = `highlight(texts, 0, :begin, :end) AS marked_title, highlight(texts, 1, :begin, :end) AS marked_content`;
/** They are ranked by what is marked. */
const candidates = `SELECT items.rowid, ${marked}
  ${matching} ORDER BY texts.rowid DESC LIMIT ${maxRanked.count}`;
const columns = `
  items.rowid, items.kind, items.id, items.thread_id, threads.section_id, threads.subsection_id, threads.prefix_id,
    items.author_id, items.created_at, items.position,
    (SELECT heading.title FROM texts AS heading WHERE heading.rowid = threads.opening) AS title`;
const newest = `SELECT ${columns}, ${marked}
  ${matching} ORDER BY texts.rowid DESC LIMIT :limit + 1`;
const chosen = `SELECT ${columns} FROM items CROSS JOIN threads ON threads.id = items.thread_id
  WHERE items.rowid IN (SELECT value FROM json_each(:rows)) AND ${visible}`;

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

export interface BestPage extends FoundPage<WeighedCursor> {
  newest: FoundText[];
}

/** What a page of the best is ranked from: the newest texts that match. */
export interface Candidates {
  /** The newest text when the first page was made. */
  position: string;
  texts: MarkedText[];
  terms: WeighedTerm[];
}

export function candidatesFor(db: Database, query: TextQuery, cursor: WeighedCursor | null): Candidates {
  const asked = parametersOf(db, query);
  const position = cursor?.position ?? newestPosition(db);
  if (!asked) return { position, texts: [], terms: [] };
  const last = Math.min(asked.last, lastBefore(db, position, true));
  const rows = db.prepare(candidates).iterate({ ...asked, ...marks, last }) as Iterable<MarkedText>;
  const texts = within(rows, maxRanked, ({ marked_content }) => marked_content.length).rows;
  return { position, texts, terms: texts.length < 2 ? [] : weighTerms(db, query.text.required, last) };
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
  const kinds = kind ? [kindTag(kind)] : [kindTag('thread'), kindTag('post')];
  // The shorter way to name the places. Kinds are named only where they narrow, or the expression would be empty.
  const byExclusion = elsewhere.length < here.length;
  const named = kind !== null || (text.required.length === 0 && byExclusion);
  const anyOfEach = [...(byExclusion ? [] : [here]), ...(named ? [kinds] : [])];
  if (authorId !== null) anyOfEach.push([authorTag(authorId)]);
  if (prefixes !== null) anyOfEach.push(prefixes.map(prefixTag));
  const none = [...(byExclusion ? elsewhere : []), ...notPrefixes.map(prefixTag)];
  if (here.length === 0) return null;
  const match = matchExpression(text, { anyOfEach, none }, (term) => continuationsOf(db, term));
  if (match === null) return null;
  return {
    ...filtersOf(query),
    match,
    // Rows rise with time, except for differences between the clocks of servers, which are less than a day.
    first: from === null ? 0 : (firstSince(db, shifted(from, -dayMs)) ?? farthest),
    last: to === null ? farthest : (firstSince(db, shifted(to, dayMs)) ?? farthest),
  };
}

/** Of `visible`. */
const filtersOf = ({ places, prefixes, notPrefixes, from, to }: TextQuery) => ({
  places: JSON.stringify(places.map(placeTag)),
  prefixes: prefixes && JSON.stringify(prefixes),
  notPrefixes: JSON.stringify(notPrefixes),
  from: from ?? '',
  to: to ?? '9999',
});

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

function newestPosition(db: Database): string {
  const sql = 'SELECT position FROM items ORDER BY position DESC LIMIT 1';
  return (db.prepare(sql).get() as { position: string } | undefined)?.position ?? '';
}

/** A page of the best of the candidates, and the newest of them. Its cursor names the newest that could be among them. */
export function bestTexts(
  db: Database,
  query: TextQuery,
  { position, texts, terms }: Candidates,
  offset: number,
  newest: number,
): BestPage {
  const end = offset + query.limit;
  const best = ranked(texts, terms).slice(offset, end);
  const cursor = end < texts.length ? { position, offset: end } : null;
  return { texts: stillVisible(db, query, best), newest: stillVisible(db, query, texts.slice(0, newest)), cursor };
}

/** Without those that were hidden or erased since they were found. */
function stillVisible(db: Database, query: TextQuery, texts: readonly MarkedText[]): FoundText[] {
  if (texts.length === 0) return [];
  const rows = JSON.stringify(texts.map(({ rowid }) => rowid));
  const found = db.prepare(chosen).all({ ...filtersOf(query), rows }) as unknown as FoundText[];
  const byRow = new Map(found.map((row) => [row.rowid, row]));
  return texts.flatMap((text) => {
    const row = byRow.get(text.rowid);
    return row ? { ...row, ...text } : [];
  });
}
