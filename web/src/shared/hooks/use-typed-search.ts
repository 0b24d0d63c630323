import { useEffect, useState } from 'react';
import { useLocation } from '../router.js';
import { useDebounced } from './use-debounced.js';

interface TypedSearch {
  typed: string;
  type: (typed: string) => void;
  searchTerm: string;
}

/**
 * Stores the text of a search field in the URL so that the reader can return to it. `write` replaces the URL once
 * typing pauses. Any other navigation updates the field.
 */
export function useTypedSearch(inAddress: string, write: (searchTerm: string) => void): TypedSearch {
  const { step } = useLocation();
  const [typed, setTyped] = useState(inAddress);
  const [seenInAddress, setSeen] = useState(inAddress);
  if (seenInAddress !== inAddress) {
    setSeen(inAddress);
    if (step !== 'replace') setTyped(inAddress);
  }
  const searchTerm = useDebounced(typed.trim());
  const isDebounced = searchTerm === typed.trim();
  useEffect(() => {
    if (isDebounced && searchTerm !== inAddress) write(searchTerm);
  }, [isDebounced, searchTerm, inAddress, write]);
  return { typed, type: setTyped, searchTerm };
}
