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
  const [typed, type] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (step !== 'replace') type(inAddress);
  }
  const searchTerm = useDebounced(typed.trim());
  const debounced = searchTerm === typed.trim();
  useEffect(() => {
    if (debounced && searchTerm !== inAddress) write(searchTerm);
  }, [debounced, searchTerm, inAddress, write]);
  return { typed, type, searchTerm };
}
