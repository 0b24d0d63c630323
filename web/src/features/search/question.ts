import type { MemberNames } from '@guildhall/domain/wire/schemas/live-rows.js';
import type { SearchAnswer, SearchHit } from '@guildhall/domain/wire/schemas/search.js';
import { namedAuthor } from '../../shared/state/member-names.js';
import { nobody } from '../../shared/state/members.js';
import type { ListKind } from '../../queries/pages.js';

/** What one may ask for, under the names of the call; the page's address has the same. */
export const fields = ['q', 'type', 'author', 'section_id', 'subsection_id', 'from', 'to', 'sort'] as const;
export type Field = (typeof fields)[number];
export type Question = Record<Field, string>;

export const types = ['all', 'threads', 'posts', 'members'] as const;
export const orders = ['relevance', 'newest'] as const;

/** What the server takes where a field is absent: not worth a place in the address. */
const defaults: Partial<Question> = { type: 'all', sort: 'relevance' };
/** Fields by which texts alone can be told apart. */
const filters = ['author', 'section_id', 'subsection_id', 'from', 'to'] as const;

export function questionIn(params: URLSearchParams): Question {
  const of = (field: Field) => params.get(field)?.trim() || (defaults[field] ?? '');
  // As the compiler cannot know: `fields` are all the keys.
  return Object.fromEntries(fields.map((field) => [field, of(field)])) as Question;
}

/** The query of an address: what stands for itself is left out. */
export function queryOf(question: Question): URLSearchParams {
  const given = fields.filter((field) => question[field] !== '' && question[field] !== defaults[field]);
  return new URLSearchParams(given.map((field) => [field, question[field]]));
}

/** Null where nothing is asked for: words, or a filter that finds texts by itself. */
export function addressOf(question: Question): string | null {
  const filtered = question.type !== 'members' && filters.some((field) => question[field] !== '');
  return question.q === '' && !filtered ? null : `/search?${queryOf(question).toString()}`;
}

export function filtersOf(question: Question): Field[] {
  return filters.filter((field) => question[field] !== '');
}

const pageSize = 20;

/** A member who was found goes with his account; what he wrote stays. */
function namedHit(hit: SearchHit, member: MemberNames): SearchHit | null {
  const gone = hit.kind === 'member' && hit.user_id === member.id && member.username === nobody;
  return gone ? null : namedAuthor(hit, member);
}

export const hits: ListKind<SearchHit, SearchAnswer> = {
  rowsOf: ({ results }) => results,
  keyOf: ({ kind, id }) => `${kind} ${id}`,
  named: namedHit,
  size: pageSize,
  most: 100,
};
