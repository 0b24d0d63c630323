import { useEffect, useState } from 'react';
import { useLocation } from '../router.js';
import { useDebounced } from './use-debounced.js';

interface TypedSearch {
  typedText: string;
  type: (typedText: string) => void;
  searchTerm: string;
}

/**
 * Stores the text of a search field in the URL so that the reader can return to it. `write` replaces the URL once
 * typing pauses. Any other navigation updates the field.
 */
export function useTypedSearch(inAddress: string, write: (searchTerm: string) => void): TypedSearch {
  const { step } = useLocation();
  const [typedText, setTypedText] = useState(inAddress);
  const [seenInAddress, setSeen] = useState(inAddress);
  if (seenInAddress !== inAddress) {
    setSeen(inAddress);
    if (step !== 'replace') setTypedText(inAddress);
  }
  const searchTerm = useDebounced(typedText.trim());
  const isDebounced = searchTerm === typedText.trim();
  useEffect(() => {
    if (isDebounced && searchTerm !== inAddress) write(searchTerm);
  }, [isDebounced, searchTerm, inAddress, write]);
  return { typedText, type: setTypedText, searchTerm };
}
