import { useEffect, useState } from 'react';

const pause = 200;

/** What a field holds once its writer pauses: one question a word, not one a letter. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
