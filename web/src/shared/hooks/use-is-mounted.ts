import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether the component is still mounted: a person who has left a page is not redirected by an action that it started.
 */
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
