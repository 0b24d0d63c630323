import type { Site } from '../../site/site.js';
import type { ValidCalls } from './valid-call.js';

const flags = { can_view: 1, can_post: true, can_reply: 0, can_delete_post: false, can_emoji_react: 1 };
const buildEntry = async (site: Site) => {
  const body = { section_id: await site.createSection(), role_id: 2, ...flags };
  return { ...body, id: (await site.perform('POST', '/forums/permissions', body, { as: site.admin })).id };
};
const readIds = async (site: Site) => {
  const sections = await site.get<{ id: number }[]>('/forums/sections', site.admin);
  return sections.map(({ id }) => id);
};

export const placeCalls: ValidCalls = {
  async 'post /forums/sections/:id/restore'(site) {
    const id = await site.createSection();
    await site.perform('DELETE', `/forums/sections/${id}`, undefined, { as: site.admin });
    return { id, body: { reason: 'A mistake' } };
  },
  async 'post /forums/subsections/:id/restore'(site) {
    const id = await site.createSubsection();
    await site.perform('DELETE', `/forums/subsections/${id}`, undefined, { as: site.admin });
    return { id, body: { reason: 'A mistake' } };
  },
  'put /forums/sections/:id/prefixes': async (site) => ({
    id: await site.createSection(),
    body: { prefixes: [{ label: 'Bug', color: 'red' }], reason: 'Sorted' },
  }),
  'put /forums/sections/order': async (site) => ({
    body: { ids: (await readIds(site)).reverse(), reason: 'News last' },
  }),
  async 'put /forums/subsections/order'(site) {
    const section_id = await site.createSection();
    const [first, second] = [await site.createSubsection(section_id), await site.createSubsection(section_id)];
    return { body: { section_id, ids: [second, first], reason: 'By age' } };
  },

  'get /forums/permissions': async (site) => ({
    query: { section_id: String((await buildEntry(site)).section_id), subsection_id: '', at: '2100-01-01T00:00:00Z' },
  }),
  'get /forums/permissions/matrix': async (site) => ({
    query: { section_id: String((await buildEntry(site)).section_id), subsection_id: '', at: '2100-01-01T00:00:00Z' },
  }),
  async 'post /forums/permissions'(site) {
    const section_id = await site.createSection();
    const subsection_id = await site.createSubsection(section_id);
    return { body: { section_id, subsection_id, role_id: 2, ...flags, reason: 'Quiet' } };
  },
  'delete /forums/permissions/:id': async (site) => ({
    id: (await buildEntry(site)).id,
    body: { reason: 'Open again' },
  }),
};
