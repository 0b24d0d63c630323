import type { Site } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const buildPlaceFields = (site: Site) => ({
  name: site.createName(),
  display_name: site.createName(),
  description: 'About it',
  icon: 'star',
  reason: 'New',
});
/** Only Admins may view the thread, but anyone may make the call, even a guest. */
const createHiddenThread = async (site: Site) => {
  const section = await site.createSection();
  const thread = await site.createThread(site.admin, { section_id: section });
  const reply = await site.createReply(thread, site.admin);
  await site.hide(section);
  return { section, thread, reply };
};

export const forumCalls: ValidCalls = {
  'get /forums/sections': (site) => ({ query: { after: buildAfter(site), deleted: '1', at: '2100-01-01T00:00:00Z' } }),
  'get /forums/subsections/:id': async (site) => {
    const id = await site.createSection();
    await site.createSubsection(id);
    await site.hide(id);
    return { id, query: { after: buildAfter(site) } };
  },
  'post /forums/sections': (site) => ({ body: { ...buildPlaceFields(site), allow_threads_direct: 1 } }),
  'put /forums/sections/:id': async (site) => ({
    id: await site.createSection(),
    body: { ...buildPlaceFields(site), allow_threads_direct: 0, questions: true, rules: 'Be kind.\nNo spam.' },
  }),
  'delete /forums/sections/:id': async (site) => ({ id: await site.createSection(), body: { reason: 'Empty' } }),
  'post /forums/subsections': (site) => ({ body: { ...buildPlaceFields(site), section_id: site.section } }),
  'put /forums/subsections/:id': async (site) => ({ id: await site.createSubsection(), body: buildPlaceFields(site) }),
  'delete /forums/subsections/:id': async (site) => ({ id: await site.createSubsection(), body: { reason: 'Empty' } }),
  async 'put /forums/permissions'(site) {
    const flags = { can_view: 1, can_post: true, can_reply: 0, can_delete_post: false, can_emoji_react: 1 };
    const section_id = await site.createSection();
    const subsection_id = await site.createSubsection(section_id);
    return { body: { section_id, subsection_id, entries: [{ role_id: 2, ...flags }], reason: 'Quiet' } };
  },

  'get /forums/threads': async (site) => {
    const { section } = await createHiddenThread(site);
    const pageQuery = { limit: '10', cursor: `1.${'9'.repeat(20)}`, after: buildAfter(site) };
    const list = { sort: 'latest', prefix: '', author: site.admin.name };
    return { query: { section_id: String(section), subsection_id: '', ...list, ...pageQuery } };
  },
  async 'get /forums/deleted'(site) {
    await site.perform('DELETE', `/forums/threads/${await site.createThread()}`, undefined, { as: site.admin });
    const pageQuery = { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) };
    return { query: { section_id: String(site.section), subsection_id: '', ...pageQuery } };
  },
  async 'get /forums/recent'(site) {
    await site.createThread();
    return { query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  async 'get /forums/recent/own'(site) {
    await site.createThread();
    return { query: { list: 'unread', limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  'get /forums/threads/:id': async (site) => ({
    id: (await createHiddenThread(site)).thread,
    query: { after: buildAfter(site) },
  }),
  'post /forums/threads': (site, { id }) => ({
    body: {
      section_id: site.section,
      subsection_id: null,
      user_id: id,
      title: 'A title',
      content: 'What it says',
      locked: false,
      sticky: 0,
      prefix_id: null,
    },
  }),
  async 'put /forums/threads/:id'(site) {
    const body = {
      title: 'Another title',
      content: 'What it says now',
      locked: 0,
      sticky: false,
      prefix_id: null,
      reason: 'Off topic',
    };
    return { id: await site.createThread(), body };
  },
  'delete /forums/threads/:id': async (site) => ({ id: await site.createThread(), body: { reason: 'Spam' } }),
  async 'put /forums/threads/:id/solution'(site) {
    const section_id = await site.createSection({ questions: 1 });
    const id = await site.createThread(site.member, { section_id });
    return { id, body: { post_id: await site.createReply(id), reason: 'It works' } };
  },
  async 'post /forums/threads/:id/restore'(site) {
    const id = await site.createThread();
    await site.perform('DELETE', `/forums/threads/${id}`, undefined, { as: site.admin });
    return { id, body: { reason: 'It may stand' } };
  },
  'post /forums/threads/:id/move': async (site) => ({
    id: await site.createThread(),
    body: { section_id: site.section, subsection_id: await site.createSubsection(), reason: 'It belongs there' },
  }),

  'get /forums/posts/:id': async (site) => {
    const order = { cursor: '0'.repeat(20), from: '0'.repeat(20), before: '9'.repeat(20) };
    const pageQuery = {
      limit: '10',
      ...order,
      last: '5',
      around: '1',
      number: '1',
      at: '2026-11-21T12:00:00Z',
      after: buildAfter(site),
    };
    return { id: (await createHiddenThread(site)).thread, query: pageQuery };
  },
  'get /forums/posts/:id/replies': async (site) => {
    const { reply, thread } = await createHiddenThread(site);
    const body = { thread_id: thread, reply_to: reply, content: 'A reply' };
    await site.perform('POST', '/forums/posts', body, { as: site.admin });
    return { id: reply, query: { limit: '10', cursor: '0'.repeat(20), after: buildAfter(site) } };
  },
  'post /forums/posts': async (site, { id }) => {
    const thread_id = await site.createThread();
    return { body: { thread_id, user_id: id, reply_to: await site.createReply(thread_id), content: 'A reply' } };
  },
  'post /forums/preview': () => ({ body: { content: 'As it **will** be shown' } }),
  'put /forums/posts/:id': async (site) => ({
    id: await site.createReply(await site.createThread()),
    body: { content: 'Edited', reason: 'Swearing' },
  }),
  'delete /forums/posts/:id': async (site) => ({
    id: await site.createReply(await site.createThread()),
    body: { reason: 'Spam' },
  }),
  async 'post /forums/posts/:id/restore'(site) {
    const id = await site.createReply(await site.createThread());
    await site.perform('DELETE', `/forums/posts/${id}`, undefined, { as: site.admin });
    return { id, body: { reason: 'It may stand' } };
  },

  async 'get /forums/threads/:id/acts'(site) {
    const { thread } = await createHiddenThread(site);
    await site.changeThread(thread, { locked: 1 });
    return { id: thread, query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  async 'get /forums/threads/:id/deleted'(site) {
    const { thread } = await createHiddenThread(site);
    const reply = await site.createReply(thread, site.admin);
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.admin });
    return { id: thread, query: { limit: '10', after: buildAfter(site) } };
  },
  'get /forums/thread-titles': async (site) => ({
    query: { threads: `${await site.createThread()},1`, after: buildAfter(site) },
  }),
  'get /forums/read': async (site) => ({
    query: { threads: `${await site.createThread()},1`, after: buildAfter(site) },
  }),
  'get /forums/read/places': (site) => ({ query: { after: buildAfter(site) } }),
  'put /forums/threads/:id/read': async (site) => ({ id: await site.createThread(), body: { order: '9'.repeat(20) } }),
  'put /forums/read': (site) => ({ body: { section_id: site.section, subsection_id: null } }),
};
