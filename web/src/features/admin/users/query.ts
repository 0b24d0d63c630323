import { useCallback } from 'react';
import { useTypedSearch } from '../../../shared/hooks/use-typed-search.js';
import { useSearchParams } from '../../../shared/router.js';

export const sorts = ['username', 'email', 'role', 'posts', 'created_at'] as const;
export type Sort = (typeof sorts)[number];

export interface UserQuery {
  search: string;
  /** '' means any role. */
  role: string;
  banned: '' | '1' | '0';
  verified: '' | '1' | '0';
  sort: Sort;
  order: 'asc' | 'desc';
  /** Starts at 1. */
  page: number;
}

export const pageSize = 50;
export const defaultQuery: UserQuery = {
  search: '',
  role: '',
  banned: '',
  verified: '',
  sort: 'username',
  order: 'asc',
  page: 1,
};

const parseFlag = (value: string | null): '' | '1' | '0' => (value === '1' || value === '0' ? value : '');

export function parseQuery(params: URLSearchParams): UserQuery {
  const page = Number(params.get('page') ?? '1');
  return {
    search: params.get('search') ?? '',
    role: /^\d{1,16}$/.exec(params.get('role') ?? '')?.[0] ?? '',
    banned: parseFlag(params.get('banned')),
    verified: parseFlag(params.get('verified')),
    sort: sorts.find((sort) => sort === params.get('sort')) ?? defaultQuery.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export function buildParams(query: UserQuery): Record<string, string> {
  const defaults: Record<string, unknown> = { ...defaultQuery };
  const nonDefaults = Object.entries(query).filter(([name, value]) => value !== defaults[name]);
  return Object.fromEntries(nonDefaults.map(([name, value]) => [name, String(value)]));
}

export function buildAddress({ search, role, banned, verified, sort, order, page }: UserQuery): string {
  const params = new URLSearchParams({ sort, order, page: String(page), limit: String(pageSize) });
  for (const [name, value] of Object.entries({ search, role_id: role, banned, verified })) {
    if (value !== '') params.set(name, value);
  }
  return `/admin/users?${params}`;
}

export function toggleSort(query: UserQuery, sort: Sort): UserQuery {
  const defaultOrder = sort === 'posts' || sort === 'created_at' ? 'desc' : 'asc';
  const otherOrder = query.order === 'asc' ? 'desc' : 'asc';
  return { ...query, sort, order: query.sort === sort ? otherOrder : defaultOrder, page: 1 };
}

export const isFiltered = ({ search, role, banned, verified }: UserQuery) => search + role + banned + verified !== '';

/** Stores the query in the URL so that it can be shared and the Back button restores it. */
export function useUserQuery() {
  const [params, setParams] = useSearchParams();
  const query = parseQuery(params);
  const write = useCallback(
    (search: string) => setParams(buildParams({ ...parseQuery(params), search, page: 1 }), { replace: true }),
    [params, setParams],
  );
  const { typedText, type } = useTypedSearch(query.search, write);
  const setQuery = (change: Partial<UserQuery>) => {
    const next = { ...query, search: typedText.trim(), page: 1, ...change };
    if (change.search !== undefined) type(change.search);
    setParams(buildParams(next), { replace: change.page === undefined });
  };
  return { query, setQuery, typedText, type };
}
