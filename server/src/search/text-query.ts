import type { Place } from '@guildhall/domain/structure/state.js';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { isSolved } from './search-tables.js';
import { buildMatchExpression, type LastWordsOf, type SearchText } from './terms/query-text.js';
import {
  buildAuthorTag,
  buildKindTag,
  buildPlaceTag,
  buildPrefixTag,
  solvedTag,
  type ItemKind,
  type OwnedPrefix,
} from './terms/tags.js';

export interface TextQuery {
  text: SearchText;
  kind: ItemKind | null;
  places: readonly Place[];
  others: readonly Place[];
  authorId: number | null;
  /** Null allows threads with any prefix or none. */
  prefixes: readonly OwnedPrefix[] | null;
  notPrefixes: readonly OwnedPrefix[];
  /** Null allows threads with or without a solution. */
  solved: boolean | null;
  /** Inclusive, in ISO 8601 and UTC. */
  from: string | null;
  to: string | null;
  limit: number;
}

const isMarked = (prefixes: string): string => `(threads.section_id, coalesce(threads.prefix_id, 0)) IN
  (SELECT value ->> 'sectionId', value ->> 'prefixId' FROM json_each(${prefixes}))`;
/** Places are checked in the query itself so that counts reveal nothing about hidden posts. */
export const visibleCondition = `items.deleted = 0 AND threads.deleted = 0
    AND threads.place IN (SELECT value FROM json_each(:places)) AND items.created_at BETWEEN :from AND :to
    AND (:prefixes IS NULL OR ${isMarked(':prefixes')}) AND NOT ${isMarked(':notPrefixes')}
    AND (:solved IS NULL OR ${isSolved} = :solved)`;

const dayMs = 24 * 3_600_000;
const [earliest, latest] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
const maxRowid = Number.MAX_SAFE_INTEGER;

export function buildParameters(db: Database, query: TextQuery, lastWordsOf: LastWordsOf) {
  const { text, kind, places, others, authorId, prefixes, notPrefixes, solved, from, to } = query;
  const [here, elsewhere] = [places.map(buildPlaceTag), others.map(buildPlaceTag)];
  const kinds = kind ? [buildKindTag(kind)] : [buildKindTag('thread'), buildKindTag('post')];
  const usesExclusion = elsewhere.length < here.length;
  const hasKindTag = kind !== null || (text.required.length === 0 && usesExclusion);
  const anyOfEach = [...(usesExclusion ? [] : [here]), ...(hasKindTag ? [kinds] : [])];
  if (authorId !== null) anyOfEach.push([buildAuthorTag(authorId)]);
  if (prefixes !== null) anyOfEach.push(prefixes.map(buildPrefixTag));
  if (solved === true) anyOfEach.push([solvedTag]);
  const excludedTags = [
    ...(usesExclusion ? elsewhere : []),
    ...notPrefixes.map(buildPrefixTag),
    ...(solved === false ? [solvedTag] : []),
  ];
  if (here.length === 0) return null;
  const match = buildMatchExpression(text, { anyOfEach, none: excludedTags }, lastWordsOf);
  if (match === null) return null;
  return {
    ...buildFilters(query),
    match,
    // Rows are in chronological order, apart from clock differences of less than a day between servers.
    first: from === null ? 0 : (findFirstSince(db, shiftTime(from, -dayMs)) ?? maxRowid),
    last: to === null ? maxRowid : (findFirstSince(db, shiftTime(to, dayMs)) ?? maxRowid),
  };
}

export const buildFilters = ({ places, prefixes, notPrefixes, solved, from, to }: TextQuery) => ({
  places: JSON.stringify(places.map(buildPlaceTag)),
  prefixes: prefixes && JSON.stringify(prefixes),
  notPrefixes: JSON.stringify(notPrefixes),
  solved: solved === null ? null : Number(solved),
  from: from ?? '',
  to: to ?? '9999',
});

const shiftTime = (time: string, ms: number): string =>
  new Date(Math.max(earliest, Math.min(latest, Date.parse(time) + ms))).toISOString();

function findFirstSince(db: Database, time: string): number | undefined {
  const sql = 'SELECT rowid FROM items WHERE created_at >= ? ORDER BY created_at LIMIT 1';
  return (db.prepare(sql).get(time) as { rowid: number } | undefined)?.rowid;
}
