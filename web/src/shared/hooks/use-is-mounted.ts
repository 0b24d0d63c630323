import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the component still stands: who has left a page is not taken elsewhere by what it began. */
export function useIsMounted(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
