import { texts as shared } from '../../../../shared/texts.js';
import { Button } from '../../../../ui/button.js';
import { EmptyState } from '../../../../ui/empty-state.js';
import { isFiltered, defaultQuery, type UserQuery } from '../shared/query.js';
import { texts } from '../shared/texts.js';

interface NoUsersProps {
  fault: string | null;
  query: UserQuery;
  ask: (change: Partial<UserQuery>) => void;
  again: () => void;
}

/** A table without rows: no one matches, or it could not be loaded. */
export function NoUsers({ fault, query, ask, again }: NoUsersProps) {
  const { search, role, banned, verified } = defaultQuery;
  return (
    <EmptyState>
      {fault === null && <p>{texts.none}</p>}
      {fault !== null && (
        <>
          <p role="alert">{fault}</p>
          <Button onClick={again}>{shared.tryAgain}</Button>
        </>
      )}
      {fault === null && isFiltered(query) && (
        <Button onClick={() => ask({ search, role, banned, verified })}>{texts.filters.clear}</Button>
      )}
      {fault === null && query.page > 1 && <Button onClick={() => ask({ page: 1 })}>{texts.firstPage}</Button>}
    </EmptyState>
  );
}
