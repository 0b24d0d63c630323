import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { SearchResponse, SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { namedAuthor } from '../../shared/state/member-names.js';
import { erasedName } from '../../shared/state/members.js';
import type { ListKind } from '../../queries/pages.js';
import { endOfDay, startOfDay } from '../../ui/time/local-time.js';

/** Parameter names of the search call and of the page's address. */
export const fields = ['q', 'type', 'author', 'section_id', 'subsection_id', 'from', 'to', 'sort'] as const;
export type Field = (typeof fields)[number];
export type SearchQuery = Record<Field, string>;

/** The server's defaults are omitted from the address. */
const defaults: Partial<SearchQuery> = { type: 'all', sort: 'relevance' };
/** Filters that apply only to threads and replies. */
const filters = ['author', 'section_id', 'subsection_id', 'from', 'to'] as const;

export function parseQuery(params: URLSearchParams): SearchQuery {
  const paramValue = (field: Field) => params.get(field)?.trim() || (defaults[field] ?? '');
  // TypeScript cannot infer that `fields` lists all keys.
  return Object.fromEntries(fields.map((field) => [field, paramValue(field)])) as SearchQuery;
}

export function toSearchParams(query: SearchQuery): URLSearchParams {
  const present = fields.filter((field) => query[field] !== '' && query[field] !== defaults[field]);
  return new URLSearchParams(present.map((field) => [field, query[field]]));
}

/** Converts the filters' local days to the points in time that the call expects. */
function withTimes(query: SearchQuery): SearchQuery {
  return { ...query, from: startOfDay(query.from) ?? query.from, to: endOfDay(query.to) ?? query.to };
}

/** Returns null if the query has neither words nor a filter that works without words. */
export function addressOf(query: SearchQuery): string | null {
  const filtered = query.type !== 'members' && filters.some((field) => query[field] !== '');
  return query.q === '' && !filtered ? null : `/search?${toSearchParams(withTimes(query)).toString()}`;
}

export function filtersOf(query: SearchQuery): Field[] {
  return filters.filter((field) => query[field] !== '');
}

const pageSize = 20;

/** Removes an erased member from the results; their texts stay. */
function namedHit(hit: SearchHit, member: MemberNames): SearchHit | null {
  const gone = hit.kind === 'member' && hit.user_id === member.id && member.username === erasedName;
  return gone ? null : namedAuthor(hit, member);
}

export const searchResults: ListKind<SearchHit, SearchResponse> = {
  rowsOf: ({ results }) => results,
  keyOf: ({ kind, id }) => `${kind} ${id}`,
  named: namedHit,
  size: pageSize,
  most: 100,
};
