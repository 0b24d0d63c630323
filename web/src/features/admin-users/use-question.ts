import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSettled } from '../../shared/settled.js';
import { paramsOf, questionIn, type Question } from './question.js';
import { loadUsers } from './user-list.js';

interface Asking {
  question: Question;
  ask: (change: Partial<Question>) => void;
  /** What stands in the field for the search, which is asked for once one pauses. */
  typed: string;
  type: (typed: string) => void;
  again: () => void;
}

/** What is asked of the table: it stands in the address, so that one can come back to it and hand it on. */
export function useQuestion(): Asking {
  const [params, setParams] = useSearchParams();
  const question = questionIn(params);
  const [typed, type] = useState(question.search);
  const settled = useSettled(typed.trim());
  const written = JSON.stringify(question);
  useEffect(() => void loadUsers(JSON.parse(written) as Question), [written]); // as it was written a line above
  useEffect(() => {
    const present = questionIn(params);
    if (settled !== present.search) setParams(paramsOf({ ...present, search: settled, page: 1 }), { replace: true });
  }, [settled, params, setParams]);
  const ask = (change: Partial<Question>) => {
    const next = { ...question, search: typed.trim(), page: 1, ...change };
    if (change.search !== undefined) type(change.search);
    setParams(paramsOf(next), { replace: change.page === undefined });
  };
  return { question, ask, typed, type, again: () => void loadUsers(question) };
}
