import { useEffect, useState } from 'react';

const debounceMs = 200;

/** What a field holds once its writer pauses: one question a word, not one a letter. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
