import { useEffect, useState } from 'react';

const debounceMs = 200;

export function useDebounced(value: string): string {
  const [debouncedValue, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debouncedValue;
}
