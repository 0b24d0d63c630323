import { setUpLink } from '@guildhall/server/accounts/first-admin.js';
import { nothing, type ValidCalls } from './valid-call.js';

export const adminCalls: ValidCalls = {
  'post /admin/delete/:id': async (site) => ({
    id: (await site.person(site.newName())).id,
    body: { texts: true, reason: 'Asked for' },
  }),
  'get /setup': ({ services }) => ({
    query: { token: new URL(setUpLink(services.env)).searchParams.get('token') ?? '' },
  }),
  'get /admin/server': nothing,
  'get /admin/projections': nothing,
  'post /admin/projections/rebuild': nothing,
  'post /admin/projections/verify': nothing,
};
