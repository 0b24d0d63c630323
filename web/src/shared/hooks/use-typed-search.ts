import { useEffect, useState } from 'react';
import { useLocation } from '../router.js';
import { useDebounced } from './use-debounced.js';

interface TypedSearch {
  typed: string;
  type: (typed: string) => void;
  wanted: string;
}

/**
 * Stores a search field's text in the URL, so that the person can return to it. `write` replaces the URL once typing
 * pauses; any other navigation updates the field.
 */
export function useTypedSearch(inAddress: string, write: (wanted: string) => void): TypedSearch {
  const { step } = useLocation();
  const [typed, type] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (step !== 'replace') type(inAddress);
  }
  const wanted = useDebounced(typed.trim());
  const debounced = wanted === typed.trim();
  useEffect(() => {
    if (debounced && wanted !== inAddress) write(wanted);
  }, [debounced, wanted, inAddress, write]);
  return { typed, type, wanted };
}
