import { threadSorts, type ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useSearchParams } from '../../../shared/router.js';

export interface ListQuery {
  sort: ThreadSort;
  prefixId: number | null;
  author: string;
}

/** Ignores unknown sort orders, and prefixes that the section does not offer. */
function parseListQuery(search: URLSearchParams, prefixes: readonly PrefixRow[]): ListQuery {
  const prefixId = Number(search.get('prefix'));
  const author = search.get('author') ?? '';
  return {
    sort: threadSorts.find((sort) => sort === search.get('sort')) ?? 'latest',
    prefixId: prefixes.find(({ id }) => id === prefixId)?.id ?? null,
    author: /^\w{1,16}$/.test(author) ? author : '',
  };
}

function withListQuery(search: URLSearchParams, { sort, prefixId, author }: ListQuery): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('sort', sort === 'latest' ? '' : sort);
  set('prefix', prefixId === null ? '' : String(prefixId));
  set('author', author);
  return next;
}

export function useListQuery(prefixes: readonly PrefixRow[]) {
  const [search, setSearch] = useSearchParams();
  const query = parseListQuery(search, prefixes);
  return {
    query,
    choose: (change: Partial<ListQuery>) => setSearch((previous) => withListQuery(previous, { ...query, ...change })),
  };
}
