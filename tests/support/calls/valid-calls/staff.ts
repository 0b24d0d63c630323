import type { Site } from '../../site/site.js';
import { adminsOnly, after, type ValidCalls } from './valid-call.js';

const someone = async (site: Site) => (await site.person(site.newName())).id;
const newRole = async (site: Site) =>
  (await site.done('POST', '/admin/roles', { name: site.newName() }, { as: site.admin })).id;
const keyed = async (site: Site, permission: string) => {
  const id = await newRole(site);
  await site.done('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
  return id;
};
const names = (site: Site) => ({
  ...{
    name: site.newName(),
    display_name: 'Builders',
    color: '#2e9e5b',
    description: 'They build',
    reason: 'Asked for',
  },
});

export const staffCalls: ValidCalls = {
  'get /admin/users': {
    make: (site) => ({
      query: {
        ...{ search: 'steve', role_id: '2', banned: '0', verified: 'true', sort: 'posts', order: 'desc' },
        ...{ limit: '10', page: '1', after: after(site) },
      },
    }),
    refused: adminsOnly,
  },
  'get /admin/users/:id': {
    make: (site) => ({ id: site.member.id, query: { after: after(site), at: '2100-01-01T00:00:00Z' } }),
    refused: adminsOnly,
  },
  'post /admin/ban/:id': {
    make: async (site) => ({ id: await someone(site), body: { reason: 'Griefing', until: '2100-01-01T00:00:00Z' } }),
    refused: adminsOnly,
  },
  'post /admin/unban/:id': {
    async make(site) {
      const id = await someone(site);
      await site.done('POST', `/admin/ban/${id}`, undefined, { as: site.admin });
      return { id, body: { reason: 'Said sorry' } };
    },
    refused: adminsOnly,
  },
  'post /admin/role/:id': {
    make: async (site) => ({ id: await someone(site), body: { role: await newRole(site), reason: 'Helps a lot' } }),
    refused: adminsOnly,
  },
  'post /admin/users/bulk': {
    async make(site) {
      const ids = [await someone(site), await someone(site)];
      const more = { until: '2100-01-01T00:00:00Z', role: 2, texts: 0 };
      return { body: { action: 'ban', ids, reason: 'A raid', ...more } };
    },
    refused: adminsOnly,
  },
  'post /forums/threads/bulk': {
    own: true, // each thread is refused separately in a 200 response
    async make(site) {
      const ids = [await site.newThread(), await site.newThread()];
      const target = { section_id: site.section, subsection_id: await site.newSubsection() };
      return { body: { action: 'move', ids, reason: 'Off topic', ...target } };
    },
    refused: { guest: [401, 'must-be-logged-in'] },
  },

  'get /admin/roles': {
    make: () => ({ query: { at: new Date().toISOString() } }),
    refused: adminsOnly,
  },
  'post /admin/roles': { make: (site) => ({ body: names(site) }), refused: adminsOnly },
  'put /admin/roles/:id': {
    make: async (site) => ({ id: await newRole(site), body: names(site) }),
    refused: adminsOnly,
  },
  'delete /admin/roles/:id': {
    make: async (site) => ({ id: await newRole(site), body: { reason: 'Nobody needs it' } }),
    refused: adminsOnly,
  },
  'get /admin/roles/:id/holders': {
    make: () => ({ id: 1, query: { at: new Date().toISOString(), limit: '10', page: '1' } }),
    refused: adminsOnly,
  },
  'post /admin/roles/:id/permissions': {
    make: async (site) => ({ id: await newRole(site), body: { permission: 'lock_topics', reason: 'They lock' } }),
    refused: adminsOnly,
  },
  'delete /admin/roles/:id/permissions/:permission': {
    make: async (site) => ({
      id: await keyed(site, 'lock_topics'),
      params: { permission: 'lock_topics' },
      body: { reason: 'They do not' },
    }),
    refused: adminsOnly,
  },
};
