import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';
import type { Views } from '../stores/views.js';
import type { Directory } from './members/directory.js';

interface Dependencies {
  views: Pick<Views, 'store'>;
  policy: Policy;
  site: SiteState;
  directory: Directory;
}

/** Changes whenever anything that a guest sees may have changed: earlier responses can be cached until then. */
export class GuestVersion {
  constructor(private readonly services: Dependencies) {}

  async current(): Promise<string> {
    const { views, policy, site, directory } = this.services;
    const checkpoint = await views.store.checkpoint();
    return `${views.store.generation} ${checkpoint} ${policy.position} ${site.position} ${directory.version}`;
  }
}
