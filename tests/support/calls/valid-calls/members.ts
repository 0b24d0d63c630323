import type { Site } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const buildListQuery = (site: Site, search: string) => ({
  limit: '10',
  cursor: '999999999.a',
  search,
  after: buildAfter(site),
});

export const memberCalls: ValidCalls = {
  'get /forums/member-stats': (site) => ({ query: buildListQuery(site, 'Steve') }),
  'get /forums/staff-stats': (site) => ({ query: buildListQuery(site, 'Alex') }),
  'get /forums/users/:id': (site) => ({ id: site.member.id, query: { after: buildAfter(site) } }),
  'get /presence': (site) => ({ query: { after: buildAfter(site) } }),
  'get /usernames': (site) => ({ query: buildListQuery(site, 'Robin') }),
};
