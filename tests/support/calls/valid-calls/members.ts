import type { Site } from '../../site/site.js';
import { after, type ValidCalls } from './valid-call.js';

const listing = (site: Site, search: string) => ({ limit: '10', cursor: '999999999.a', search, after: after(site) });

export const memberCalls: ValidCalls = {
  'get /forums/member-stats': (site) => ({ query: listing(site, 'Steve') }),
  'get /forums/staff-stats': (site) => ({ query: listing(site, 'Alex') }),
  'get /forums/users/:id': (site) => ({ id: site.member.id, query: { after: after(site) } }),
  'get /presence': (site) => ({ query: { after: after(site) } }),
  'get /usernames': (site) => ({ query: listing(site, 'Robin') }),
};
