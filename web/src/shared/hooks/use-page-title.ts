import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { useEffect } from 'react';
import { useSiteName } from '../state/site.js';

/** Sets a title such as `(2) Lost items · Guildhall`. `name` is null until it is loaded. */
export function usePageTitle(name: string | null, unseen = 0): void {
  const site = useSiteName();
  useEffect(() => {
    const fullTitle = name === null ? site : `${isolateRightToLeft(name)} · ${isolateRightToLeft(site)}`;
    document.title = unseen > 0 ? `(${unseen}) ${fullTitle}` : fullTitle;
  }, [name, unseen, site]);
}
