import { after, open, type ValidCalls } from './valid-call.js';

export const memberCalls: ValidCalls = {
  'get /forums/member-stats': { make: (site) => ({ query: { limit: '10', after: after(site) } }), refused: open },
  'get /forums/users/:id': { make: (site) => ({ id: site.member.id, query: { after: after(site) } }), refused: open },
  'get /usernames': { make: (site) => ({ query: { after: after(site) } }), refused: open },
};
