import { useEffect } from 'react';
import { site } from './site.js';

/** Names the page in the browser's tab: `(2) Lost items · Guildhall`. Null while the name is not known. */
export function usePageTitle(name: string | null, unseen = 0): void {
  useEffect(() => {
    const full = name === null ? site.name : `${name} · ${site.name}`;
    document.title = unseen > 0 ? `(${unseen}) ${full}` : full;
  }, [name, unseen]);
}
