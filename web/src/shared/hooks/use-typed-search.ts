import { useEffect, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { useDebounced } from './use-debounced.js';

interface TypedSearch {
  typed: string;
  type: (typed: string) => void;
  /** What is looked for: what was typed, once one pauses. */
  wanted: string;
}

/**
 * A search field whose words stand in the address, so that one can come back to them. `write` replaces the address once
 * one pauses; every other step, as a link to the same page, changes what stands in the field.
 */
export function useTypedSearch(inAddress: string, write: (wanted: string) => void): TypedSearch {
  const step = useNavigationType();
  const [typed, type] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (step !== NavigationType.Replace) type(inAddress);
  }
  const wanted = useDebounced(typed.trim());
  const debounced = wanted === typed.trim();
  useEffect(() => {
    if (debounced && wanted !== inAddress) write(wanted);
  }, [debounced, wanted, inAddress, write]);
  return { typed, type, wanted };
}
