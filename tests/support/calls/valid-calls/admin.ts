import { setUpLink } from '@guildhall/server/accounts/first-admin.js';
import { noInput, type ValidCalls } from './valid-call.js';

export const adminCalls: ValidCalls = {
  'post /admin/delete/:id': async (site) => ({
    id: (await site.person(site.newName())).id,
    body: { texts: true, reason: 'Asked for' },
  }),
  'get /setup': ({ services }) => ({
    query: { token: new URL(setUpLink(services.env)).searchParams.get('token') ?? '' },
  }),
  'get /admin/server': noInput,
  'get /admin/projections': noInput,
  'post /admin/projections/rebuild': noInput,
  'post /admin/projections/verify': noInput,
};
