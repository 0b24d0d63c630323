import { useSyncExternalStore } from 'react';

const query = '(min-width: 1001px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Whether there is room for a table of many columns beside the sidebar; where not, its rows are shown as cards. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
