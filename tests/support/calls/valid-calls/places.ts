import type { Site } from '../../site/site.js';
import { adminsOnly, type ValidCalls } from './valid-call.js';

const flags = { can_view: 1, can_post: true, can_reply: 0, can_delete_post: false, can_emoji_react: 1 };
const entry = async (site: Site) => {
  const body = { section_id: await site.newSection(), role_id: 2, ...flags };
  return { ...body, id: (await site.done('POST', '/forums/permissions', body, { as: site.admin })).id };
};
const idsOf = async (site: Site) => {
  const sections = await site.get<{ id: number }[]>('/forums/sections', site.admin);
  return sections.map(({ id }) => id);
};

export const placeCalls: ValidCalls = {
  'post /forums/sections/:id/restore': {
    async make(site) {
      const id = await site.newSection();
      await site.done('DELETE', `/forums/sections/${id}`, undefined, { as: site.admin });
      return { id, body: { reason: 'A mistake' } };
    },
    refused: adminsOnly,
  },
  'post /forums/subsections/:id/restore': {
    async make(site) {
      const id = await site.newSubsection();
      await site.done('DELETE', `/forums/subsections/${id}`, undefined, { as: site.admin });
      return { id, body: { reason: 'A mistake' } };
    },
    refused: adminsOnly,
  },
  'put /forums/sections/:id/prefixes': {
    make: async (site) => ({
      id: await site.newSection(),
      body: { prefixes: [{ label: 'Bug', color: 'red' }], reason: 'Sorted' },
    }),
    refused: adminsOnly,
  },
  'put /forums/sections/order': {
    make: async (site) => ({ body: { ids: (await idsOf(site)).reverse(), reason: 'News last' } }),
    refused: adminsOnly,
  },
  'put /forums/subsections/order': {
    async make(site) {
      const section_id = await site.newSection();
      const [first, second] = [await site.newSubsection(section_id), await site.newSubsection(section_id)];
      return { body: { section_id, ids: [second, first], reason: 'By age' } };
    },
    refused: adminsOnly,
  },

  'get /forums/permissions': {
    make: async (site) => ({
      query: { section_id: String((await entry(site)).section_id), subsection_id: '', at: '2100-01-01T00:00:00Z' },
    }),
    refused: adminsOnly,
  },
  'get /forums/permissions/matrix': {
    make: async (site) => ({
      query: { section_id: String((await entry(site)).section_id), subsection_id: '', at: '2100-01-01T00:00:00Z' },
    }),
    refused: adminsOnly,
  },
  'post /forums/permissions': {
    async make(site) {
      const section_id = await site.newSection();
      const subsection_id = await site.newSubsection(section_id);
      return { body: { section_id, subsection_id, role_id: 2, ...flags, reason: 'Quiet' } };
    },
    refused: adminsOnly,
  },
  'delete /forums/permissions/:id': {
    make: async (site) => ({ id: (await entry(site)).id, body: { reason: 'Open again' } }),
    refused: adminsOnly,
  },
};
