import { useCallback, useSyncExternalStore } from 'react';

export function useWide(narrow = '(max-width: 1000px)'): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(narrow);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [narrow],
  );
  return useSyncExternalStore(subscribe, () => !matchMedia(narrow).matches);
}
