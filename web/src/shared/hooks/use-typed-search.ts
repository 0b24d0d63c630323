import { useEffect, useState } from 'react';
import { useLocation } from '../router.js';
import { useDebounced } from './use-debounced.js';

interface TypedSearch {
  typed: string;
  type: (typed: string) => void;
  /** The search text: what was typed, once typing pauses. */
  wanted: string;
}

/**
 * A search field whose text is in the address, so that the person can return to it. `write` replaces the address once
 * typing pauses; every other navigation, such as a link to the same page, changes the field.
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
