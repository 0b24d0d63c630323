import type { Site } from '../../site/site.js';
import { after, open, type ValidCalls } from './valid-call.js';

const listing = (site: Site, search: string) => ({ limit: '10', cursor: '999999999.a', search, after: after(site) });

export const memberCalls: ValidCalls = {
  'get /forums/member-stats': { make: (site) => ({ query: listing(site, 'Steve') }), refused: open },
  'get /forums/staff-stats': { make: (site) => ({ query: listing(site, 'Alex') }), refused: open },
  'get /forums/users/:id': { make: (site) => ({ id: site.member.id, query: { after: after(site) } }), refused: open },
  'get /usernames': { make: (site) => ({ query: listing(site, 'Robin') }), refused: open },
};
