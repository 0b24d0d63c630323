import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 1000px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(narrow);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => !matchMedia(narrow).matches);
}
