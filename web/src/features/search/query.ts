import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { SearchResponse, SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { renameAuthor } from '../../shared/state/member-names.js';
import { erasedName } from '../../shared/state/members.js';
import type { ListKind } from '../../queries/pages.js';
import { findEndOfDay, findStartOfDay } from '../../ui/time/local-time.js';

/** The API call and the page's URL use the same names. */
export const fields = ['q', 'type', 'author', 'section_id', 'subsection_id', 'from', 'to', 'sort'] as const;
export type Field = (typeof fields)[number];
export type SearchQuery = Record<Field, string>;

/** Omitted from the URL because the server applies the same defaults. */
const defaults: Partial<SearchQuery> = { type: 'all', sort: 'relevance' };
/** Only threads and replies support these filters. */
const filters = ['author', 'section_id', 'subsection_id', 'from', 'to'] as const;

export function parseQuery(params: URLSearchParams): SearchQuery {
  const getParam = (field: Field) => params.get(field)?.trim() || (defaults[field] ?? '');
  return Object.fromEntries(fields.map((field) => [field, getParam(field)])) as SearchQuery;
}

export function toSearchParams(query: SearchQuery): URLSearchParams {
  const presentFields = fields.filter((field) => query[field] !== '' && query[field] !== defaults[field]);
  return new URLSearchParams(presentFields.map((field) => [field, query[field]]));
}

/** The filters contain local days, but the call expects points in time. */
function withTimes(query: SearchQuery): SearchQuery {
  return { ...query, from: findStartOfDay(query.from) ?? query.from, to: findEndOfDay(query.to) ?? query.to };
}

/** Returns null if the query has neither words nor a filter that works without words. */
export function buildAddress(query: SearchQuery): string | null {
  const hasFilters = query.type !== 'members' && filters.some((field) => query[field] !== '');
  return query.q === '' && !hasFilters ? null : `/search?${toSearchParams(withTimes(query)).toString()}`;
}

export function listFilters(query: SearchQuery): Field[] {
  return filters.filter((field) => query[field] !== '');
}

const pageSize = 20;

/** Removes an erased member's profile from the results, but keeps matches in their posts. */
function updateHitName(hit: SearchHit, member: MemberNames): SearchHit | null {
  const isErased = hit.kind === 'member' && hit.user_id === member.id && member.username === erasedName;
  return isErased ? null : renameAuthor(hit, member);
}

export const searchResults: ListKind<SearchHit, SearchResponse> = {
  getRows: ({ results }) => results,
  getKey: ({ kind, id }) => `${kind} ${id}`,
  renameRow: updateHitName,
  size: pageSize,
  most: 100,
};
