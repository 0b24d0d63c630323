import { useCallback, useEffect, useRef } from 'react';

/** Prevents an action from redirecting a person who has already left its page. */
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
