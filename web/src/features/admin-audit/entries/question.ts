import type { AuditRow } from '@guildhall/domain/wire/schemas/audit.js';
import type { ListKind } from '../../../queries/pages.js';

/** What the acts are narrowed by, under the names of the call; the page's address has the same. */
const fields = ['area', 'kind', 'actor', 'target', 'from', 'to'] as const;
export type Question = Record<(typeof fields)[number], string>;

export function questionIn(params: URLSearchParams): Question {
  // As the compiler cannot know: `fields` are all the keys.
  return Object.fromEntries(fields.map((field) => [field, params.get(field)?.trim() ?? ''])) as Question;
}

/** The query of an address: what is not narrowed is left out. */
export function queryOf(question: Question): URLSearchParams {
  return new URLSearchParams(fields.filter((field) => question[field] !== '').map((field) => [field, question[field]]));
}

export const isNarrowed = (question: Question): boolean => queryOf(question).size > 0;

function withQuery(path: string, question: Question): string {
  const query = queryOf(question).toString();
  return query === '' ? path : `${path}?${query}`;
}

export const addressOf = (question: Question): string => withQuery('/admin/audit', question);
export const csvAddressOf = (question: Question): string => withQuery('/api/admin/audit.csv', question);

export const acts: ListKind<AuditRow, AuditRow[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: 50,
  most: 200,
};
