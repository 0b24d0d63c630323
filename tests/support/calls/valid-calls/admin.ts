import { setUpLink } from '@guildhall/server/accounts/first-admin.js';
import { buildNoInput, type ValidCalls } from './valid-call.js';

export const adminCalls: ValidCalls = {
  'post /admin/delete/:id': async (site) => ({
    id: (await site.createMember(site.createName())).id,
    body: { texts: true, reason: 'Asked for' },
  }),
  'get /setup': ({ services }) => ({
    query: { token: new URL(setUpLink(services.env)).searchParams.get('token') ?? '' },
  }),
  'get /admin/server': buildNoInput,
  'get /admin/projections': buildNoInput,
  'post /admin/projections/rebuild': buildNoInput,
  'post /admin/projections/verify': buildNoInput,
};
