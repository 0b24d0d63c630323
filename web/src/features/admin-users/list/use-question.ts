import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTypedSearch } from '../../../shared/hooks/use-typed-search.js';
import { paramsOf, questionIn, type Question } from '../shared/question.js';

interface Asking {
  question: Question;
  ask: (change: Partial<Question>) => void;
  /** What stands in the field for the search, which is asked for once one pauses. */
  typed: string;
  type: (typed: string) => void;
}

/** What is asked of the table: it stands in the address, so that one can come back to it and hand it on. */
export function useQuestion(): Asking {
  const [params, setParams] = useSearchParams();
  const question = questionIn(params);
  const write = useCallback(
    (search: string) => setParams(paramsOf({ ...questionIn(params), search, page: 1 }), { replace: true }),
    [params, setParams],
  );
  const { typed, type } = useTypedSearch(question.search, write);
  const ask = (change: Partial<Question>) => {
    const next = { ...question, search: typed.trim(), page: 1, ...change };
    if (change.search !== undefined) type(change.search);
    setParams(paramsOf(next), { replace: change.page === undefined });
  };
  return { question, ask, typed, type };
}
