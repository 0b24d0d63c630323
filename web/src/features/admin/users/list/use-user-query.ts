import { useCallback } from 'react';
import { useTypedSearch } from '../../../../shared/hooks/use-typed-search.js';
import { useSearchParams } from '../../../../shared/router.js';
import { paramsOf, parseQuery, type UserQuery } from '../shared/query.js';

interface UserQueryState {
  query: UserQuery;
  ask: (change: Partial<UserQuery>) => void;
  /** The text of the search field, which is searched for after a pause in typing. */
  typed: string;
  type: (typed: string) => void;
}

/** The query of the table: it is in the address, so that the person can return to it and share it. */
export function useUserQuery(): UserQueryState {
  const [params, setParams] = useSearchParams();
  const query = parseQuery(params);
  const write = useCallback(
    (search: string) => setParams(paramsOf({ ...parseQuery(params), search, page: 1 }), { replace: true }),
    [params, setParams],
  );
  const { typed, type } = useTypedSearch(query.search, write);
  const ask = (change: Partial<UserQuery>) => {
    const next = { ...query, search: typed.trim(), page: 1, ...change };
    if (change.search !== undefined) type(change.search);
    setParams(paramsOf(next), { replace: change.page === undefined });
  };
  return { query, ask, typed, type };
}
