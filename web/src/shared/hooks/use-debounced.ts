import { useEffect, useState } from 'react';

const debounceMs = 200;

/** Returns the value once typing pauses: one request per word, not per letter. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
