import { threadSorts, type ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useSearchParams } from '../../../shared/router.js';

/** The order of a list of threads and its filters, as the address has them. */
export interface ListQuery {
  sort: ThreadSort;
  prefixId: number | null;
  /** A username; '' for all. */
  author: string;
}

/** The query of an address; what the section does not offer and what is no order is as if it were absent. */
function parseListQuery(search: URLSearchParams, prefixes: readonly PrefixRow[]): ListQuery {
  const named = Number(search.get('prefix'));
  const author = search.get('author') ?? '';
  return {
    sort: threadSorts.find((sort) => sort === search.get('sort')) ?? 'latest',
    prefixId: prefixes.find(({ id }) => id === named)?.id ?? null,
    author: /^\w{1,16}$/.test(author) ? author : '',
  };
}

/** The address of a query: defaults are left out, and other fields stay. */
function withListQuery(search: URLSearchParams, { sort, prefixId, author }: ListQuery): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('sort', sort === 'latest' ? '' : sort);
  set('prefix', prefixId === null ? '' : String(prefixId));
  set('author', author);
  return next;
}

/** The list that the address asks for; `choose` adds a step to the history, so that Back returns to the list before. */
export function useListQuery(prefixes: readonly PrefixRow[]): {
  query: ListQuery;
  choose: (change: Partial<ListQuery>) => void;
} {
  const [search, setSearch] = useSearchParams();
  const query = parseListQuery(search, prefixes);
  return {
    query,
    choose: (change) => setSearch((now) => withListQuery(now, { ...query, ...change })),
  };
}
