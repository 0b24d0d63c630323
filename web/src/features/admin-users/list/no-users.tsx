import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { isFiltered, nothingAsked, type Question } from '../shared/question.js';
import { texts } from '../shared/texts.js';

interface NoUsersProps {
  fault: string | null;
  question: Question;
  ask: (change: Partial<Question>) => void;
  again: () => void;
}

/** A table without rows: nobody is so, or it could not be loaded. */
export function NoUsers({ fault, question, ask, again }: NoUsersProps) {
  const { search, role, banned, verified } = nothingAsked;
  return (
    <EmptyState>
      <p>{texts.none}</p>
      {fault !== null && (
        <>
          <p role="alert">{fault}</p>
          <Button onClick={again}>{shared.tryAgain}</Button>
        </>
      )}
      {fault === null && isFiltered(question) && (
        <Button onClick={() => ask({ search, role, banned, verified })}>{texts.filters.clear}</Button>
      )}
      {fault === null && question.page > 1 && <Button onClick={() => ask({ page: 1 })}>{texts.firstPage}</Button>}
    </EmptyState>
  );
}
