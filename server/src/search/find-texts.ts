import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { filtersOf, parametersOf, visible, type TextQuery } from './text-query.js';
import { continuationsIn } from './terms/continuations.js';
import { ranked, type MarkedText, type WeighedTerm } from './terms/rank-texts.js';
import { marks } from './terms/snippet.js';
import type { ItemKind } from './terms/tags.js';
import { weighTerms } from './terms/weigh-terms.js';

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

/** How many texts are taken at most; none follows once they have so many characters together. */
interface Bound {
  count: number;
  characters: number;
}

/** Relevance is computed for no more than the newest that match: each character may be part of a match. */
export const maxRanked: Bound = { count: 1_000, characters: 500_000 };
/** A page of the newest ends early where its texts, in which all matches are marked, are longer. */
const maxPageCharacters = 250_000;

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
  const asked = parametersOf(db, query, continuationsIn(db));
  if (!asked) return { texts: [], cursor: null };
  const last = Math.min(asked.last, cursor === null ? asked.last : lastBefore(db, cursor));
  const rows = db.prepare(newest).iterate({ ...asked, ...marks, last, limit: query.limit }) as Iterable<FoundText>;
  const page = within(
    rows,
    { count: query.limit, characters: maxPageCharacters },
    (text) => text.marked_content.length,
  );
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
  const continuations = continuationsIn(db);
  const asked = parametersOf(db, query, continuations);
  const position = cursor?.position ?? newestPosition(db);
  if (!asked) return { position, texts: [], terms: [] };
  const last = Math.min(asked.last, lastBefore(db, position, true));
  const rows = db.prepare(candidates).iterate({ ...asked, ...marks, last }) as Iterable<MarkedText>;
  const texts = within(rows, maxRanked, ({ marked_content }) => marked_content.length).rows;
  return { position, texts, terms: texts.length < 2 ? [] : weighTerms(db, query.text.required, last, continuations) };
}

/** The first rows within a bound; `isAll`: no other follows. */
function within<Row>(all: Iterable<Row>, { count, characters }: Bound, lengthOf: (row: Row) => number) {
  const rows: Row[] = [];
  let length = 0;
  for (const row of all) {
    if (rows.length === count || length > characters) return { rows, isAll: false };
    rows.push(row);
    length += lengthOf(row);
  }
  return { rows, isAll: true };
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
