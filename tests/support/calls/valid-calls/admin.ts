import { setUpLink } from '@guildhall/server/accounts/first-admin.js';
import { adminsOnly, nothing, open, type ValidCalls } from './valid-call.js';

export const adminCalls: ValidCalls = {
  'post /admin/delete/:id': {
    make: async (site) => ({ id: (await site.person(site.newName())).id, body: { texts: true, reason: 'Asked for' } }),
    refused: adminsOnly,
  },
  'get /setup': {
    make: ({ services }) => ({ query: { token: new URL(setUpLink(services.env)).searchParams.get('token') ?? '' } }),
    refused: open,
  },
  'get /admin/server': { make: nothing, refused: adminsOnly },
  'get /admin/projections': { make: nothing, refused: adminsOnly },
  'post /admin/projections/rebuild': { make: nothing, refused: adminsOnly },
  'post /admin/projections/verify': { make: nothing, refused: adminsOnly },
};
