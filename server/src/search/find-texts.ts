import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { buildFilters, buildParameters, visibleCondition, type TextQuery } from './text-query.js';
import { isSolved } from './search-tables.js';
import { findLastWords } from './terms/continuations.js';
import type { ExpandedTerm } from './terms/match-terms.js';
import type { LastWordsOf } from './terms/query-text.js';
import { rankTexts, type MatchedText, type WeightedTerm } from './terms/rank-texts.js';
import type { ItemKind } from './terms/tags.js';
import { assignWeights } from './terms/weighted-terms.js';

export interface FoundText {
  rowid: number;
  kind: ItemKind;
  id: number;
  thread_id: number;
  section_id: number;
  subsection_id: number | null;
  prefix_id: number | null;
  solved: 0 | 1;
  author_id: number;
  created_at: string;
  position: string;
  title: string | null;
  body: string;
}

interface ResultLimit {
  count: number;
  size: number;
}

/** Ranks only the latest matches. The size is in bytes because non-Latin characters take longer. */
export const maxRanked: ResultLimit = { count: 1_000, size: 500_000 };
/** Highlighting all matches takes time, so a page of long posts ends early. */
const maxPageCharacters = 250_000;

const matchingSql = `
  FROM texts CROSS JOIN items ON items.rowid = texts.rowid CROSS JOIN threads ON threads.id = items.thread_id
    CROSS JOIN originals ON originals.rowid = texts.rowid
  WHERE texts MATCH :match AND texts.rowid BETWEEN :first AND :last AND ${visibleCondition}`;
const candidates = `SELECT items.rowid, originals.title, originals.body
  ${matchingSql} ORDER BY texts.rowid DESC LIMIT ${maxRanked.count}`;
const columns = `
  items.rowid, items.kind, items.id, items.thread_id, threads.section_id, threads.subsection_id, threads.prefix_id,
    ${isSolved} AS solved, items.author_id, items.created_at, items.position,
    (SELECT heading.title FROM originals AS heading WHERE heading.rowid = threads.opening) AS title,
    originals.body`;
const newestQuery = `SELECT ${columns}
  ${matchingSql} ORDER BY texts.rowid DESC LIMIT :limit + 1`;
const textsByRowidQuery = `SELECT ${columns} FROM items CROSS JOIN threads ON threads.id = items.thread_id
    CROSS JOIN originals ON originals.rowid = items.rowid
  WHERE items.rowid IN (SELECT value FROM json_each(:rows)) AND ${visibleCondition}`;

export interface FoundPage<Cursor> {
  texts: FoundText[];
  terms: readonly ExpandedTerm[];
  cursor: Cursor | null;
}

export function findNewestTexts(db: Database, query: TextQuery, cursor: string | null): FoundPage<string> {
  const lastWordsOf = findLastWords(db);
  const parameters = buildParameters(db, query, lastWordsOf);
  if (!parameters) return { texts: [], terms: [], cursor: null };
  const last = Math.min(parameters.last, cursor === null ? parameters.last : findLastBefore(db, cursor));
  const rows = db.prepare(newestQuery).iterate({ ...parameters, last, limit: query.limit }) as Iterable<FoundText>;
  const page = takeWithin(rows, { count: query.limit, size: maxPageCharacters }, ({ body }) => body.length);
  const next = page.isAll ? null : (page.rows.at(-1)?.position ?? null);
  return { texts: page.rows, terms: expandTerms(query, lastWordsOf), cursor: next };
}

const expandTerms = ({ text }: TextQuery, lastWordsOf: LastWordsOf): ExpandedTerm[] =>
  text.required.map((term) => ({ term, last: lastWordsOf(term) }));

/** Contains the latest position when the first page was read, and the number of posts on earlier pages. */
export interface RankedCursor {
  position: string;
  offset: number;
}

export interface BestPage extends FoundPage<RankedCursor> {
  newest: FoundText[];
}

export interface Candidates {
  position: string;
  texts: MatchedText[];
  terms: WeightedTerm[];
}

export function findCandidates(db: Database, query: TextQuery, cursor: RankedCursor | null): Candidates {
  const lastWordsOf = findLastWords(db);
  const parameters = buildParameters(db, query, lastWordsOf);
  const position = cursor?.position ?? readNewestPosition(db);
  if (!parameters) return { position, texts: [], terms: [] };
  const last = Math.min(parameters.last, findLastBefore(db, position, true));
  const rows = db.prepare(candidates).iterate({ ...parameters, last }) as Iterable<MatchedText>;
  const texts = takeWithin(rows, maxRanked, ({ body }) => Buffer.byteLength(body)).rows;
  return {
    position,
    texts,
    terms: texts.length === 0 ? [] : assignWeights(db, query.text.required, last, lastWordsOf),
  };
}

function takeWithin<Row>(all: Iterable<Row>, { count, size }: ResultLimit, sizeOf: (row: Row) => number) {
  const rows: Row[] = [];
  let total = 0;
  for (const row of all) {
    if (rows.length === count || total > size) return { rows, isAll: false };
    rows.push(row);
    total += sizeOf(row);
  }
  return { rows, isAll: true };
}

function findLastBefore(db: Database, position: string, included = false): number {
  const sql = `SELECT rowid FROM items WHERE position ${included ? '<=' : '<'} ? ORDER BY position DESC LIMIT 1`;
  return (db.prepare(sql).get(position) as { rowid: number } | undefined)?.rowid ?? 0;
}

function readNewestPosition(db: Database): string {
  const sql = 'SELECT position FROM items ORDER BY position DESC LIMIT 1';
  return (db.prepare(sql).get() as { position: string } | undefined)?.position ?? '';
}

export function findBestTexts(
  db: Database,
  query: TextQuery,
  { position, texts, terms }: Candidates,
  offset: number,
  newest: number,
): BestPage {
  const end = offset + query.limit;
  const best = rankTexts(texts, terms).slice(offset, end);
  const cursor = end < texts.length ? { position, offset: end } : null;
  const newestVisible = filterVisible(db, query, texts.slice(0, newest));
  return { texts: filterVisible(db, query, best), newest: newestVisible, terms, cursor };
}

function filterVisible(db: Database, query: TextQuery, texts: readonly MatchedText[]): FoundText[] {
  if (texts.length === 0) return [];
  const rows = JSON.stringify(texts.map(({ rowid }) => rowid));
  const foundTexts = db.prepare(textsByRowidQuery).all({ ...buildFilters(query), rows }) as unknown as FoundText[];
  const textsByRowid = new Map(foundTexts.map((row) => [row.rowid, row]));
  return texts.flatMap((text) => {
    const row = textsByRowid.get(text.rowid);
    return row ?? [];
  });
}
