import { useCallback, useSyncExternalStore } from 'react';

export function useWide(narrow = '(max-width: 1000px)'): boolean {
  const subscribe = useCallback(
    (onChanged: () => void) => {
      const media = matchMedia(narrow);
      media.addEventListener('change', onChanged);
      return () => media.removeEventListener('change', onChanged);
    },
    [narrow],
  );
  return useSyncExternalStore(subscribe, () => !matchMedia(narrow).matches);
}
