import type { Site } from '../../site/site.js';
import { adminsOnly, after, authorsOnly, hidden, open, type ValidCalls } from './valid-call.js';

const described = (site: Site) => ({
  ...{ name: site.newName(), display_name: site.newName(), description: 'About it', icon: 'star', reason: 'New' },
});
/** Creates a thread that only Admins may view, for the calls that guests may send too. */
const hiddenThread = async (site: Site) => {
  const section = await site.newSection();
  const thread = await site.newThread(site.admin, { section_id: section });
  const reply = await site.newReply(thread, site.admin);
  await site.hide(section);
  return { section, thread, reply };
};

export const forumCalls: ValidCalls = {
  'get /forums/sections': {
    make: (site) => ({ query: { after: after(site), deleted: '1', at: '2100-01-01T00:00:00Z' } }),
    refused: open,
  },
  'get /forums/subsections/:id': {
    make: async (site) => {
      const id = await site.newSection();
      await site.newSubsection(id);
      await site.hide(id);
      return { id, query: { after: after(site) } };
    },
    refused: hidden,
  },
  'post /forums/sections': {
    make: (site) => ({ body: { ...described(site), allow_threads_direct: 1 } }),
    refused: adminsOnly,
  },
  'put /forums/sections/:id': {
    make: async (site) => ({
      id: await site.newSection(),
      body: { ...described(site), allow_threads_direct: 0, rules: 'Be kind.\nNo spam.' },
    }),
    refused: adminsOnly,
  },
  'delete /forums/sections/:id': {
    make: async (site) => ({ id: await site.newSection(), body: { reason: 'Empty' } }),
    refused: adminsOnly,
  },
  'post /forums/subsections': {
    make: (site) => ({ body: { ...described(site), section_id: site.section } }),
    refused: adminsOnly,
  },
  'put /forums/subsections/:id': {
    make: async (site) => ({ id: await site.newSubsection(), body: described(site) }),
    refused: adminsOnly,
  },
  'delete /forums/subsections/:id': {
    make: async (site) => ({ id: await site.newSubsection(), body: { reason: 'Empty' } }),
    refused: adminsOnly,
  },
  'put /forums/permissions': {
    refused: adminsOnly,
    async make(site) {
      const flags = { can_view: 1, can_post: true, can_reply: 0, can_delete_post: false, can_emoji_react: 1 };
      const section_id = await site.newSection();
      const subsection_id = await site.newSubsection(section_id);
      return { body: { section_id, subsection_id, entries: [{ role_id: 2, ...flags }], reason: 'Quiet' } };
    },
  },

  'get /forums/threads': {
    make: async (site) => {
      const { section } = await hiddenThread(site);
      const paging = { limit: '10', cursor: `1.${'9'.repeat(20)}`, after: after(site) };
      const list = { sort: 'latest', prefix: '', author: site.admin.name };
      return { query: { section_id: String(section), subsection_id: '', ...list, ...paging } };
    },
    refused: hidden,
  },
  'get /forums/deleted': {
    async make(site) {
      await site.done('DELETE', `/forums/threads/${await site.newThread()}`, undefined, { as: site.admin });
      const paging = { limit: '10', cursor: '9'.repeat(20), after: after(site) };
      return { query: { section_id: String(site.section), subsection_id: '', ...paging } };
    },
    refused: { guest: [401, 'login-first'], member: [403, 'forbidden'] },
  },
  'get /forums/recent': {
    async make(site) {
      await site.newThread();
      return { query: { limit: '10', cursor: '9'.repeat(20), after: after(site) } };
    },
    refused: open,
  },
  'get /forums/threads/:id': {
    make: async (site) => ({ id: (await hiddenThread(site)).thread, query: { after: after(site) } }),
    refused: hidden,
  },
  'post /forums/threads': {
    make: (site, { id }) => ({
      body: {
        ...{ section_id: site.section, subsection_id: null, user_id: id },
        ...{ title: 'A title', content: 'What it says', locked: false, sticky: 0, prefix_id: null },
      },
    }),
    refused: { guest: [401, 'must-be-logged-in'] },
  },
  'put /forums/threads/:id': {
    async make(site) {
      const body = {
        title: 'Another title',
        content: 'What it says now',
        locked: 0,
        sticky: false,
        prefix_id: null,
        reason: 'Off topic',
      };
      return { id: await site.newThread(), body };
    },
    refused: authorsOnly,
  },
  'delete /forums/threads/:id': {
    make: async (site) => ({ id: await site.newThread(), body: { reason: 'Spam' } }),
    refused: authorsOnly,
  },
  'post /forums/threads/:id/restore': {
    async make(site) {
      const id = await site.newThread();
      await site.done('DELETE', `/forums/threads/${id}`, undefined, { as: site.admin });
      return { id, body: { reason: 'It may stand' } };
    },
    refused: { guest: [401, 'must-be-logged-in'], member: [404, 'not-found'] },
  },
  'post /forums/threads/:id/move': {
    make: async (site) => ({
      id: await site.newThread(),
      body: { section_id: site.section, subsection_id: await site.newSubsection(), reason: 'It belongs there' },
    }),
    refused: { guest: [401, 'must-be-logged-in'], member: [403, 'forbidden'] },
  },

  'get /forums/posts/:id': {
    make: async (site) => {
      const order = { cursor: '0'.repeat(20), from: '0'.repeat(20), before: '9'.repeat(20) };
      const paging = {
        limit: '10',
        ...order,
        last: '5',
        around: '1',
        number: '1',
        at: '2026-11-21T12:00:00Z',
        after: after(site),
      };
      return { id: (await hiddenThread(site)).thread, query: paging };
    },
    refused: hidden,
  },
  'get /forums/posts/:id/replies': {
    make: async (site) => {
      const { reply, thread } = await hiddenThread(site);
      const answer = { thread_id: thread, reply_to: reply, content: 'An answer' };
      await site.done('POST', '/forums/posts', answer, { as: site.admin });
      return { id: reply, query: { limit: '10', cursor: '0'.repeat(20), after: after(site) } };
    },
    refused: hidden,
  },
  'post /forums/posts': {
    make: async (site, { id }) => {
      const thread_id = await site.newThread();
      return { body: { thread_id, user_id: id, reply_to: await site.newReply(thread_id), content: 'A reply' } };
    },
    refused: { guest: [401, 'login-first'] },
  },
  'post /forums/preview': {
    own: true,
    make: () => ({ body: { content: 'As it **will** be shown' } }),
    refused: { guest: [401, 'login-first'] },
  },
  'put /forums/posts/:id': {
    make: async (site) => ({
      id: await site.newReply(await site.newThread()),
      body: { content: 'Edited', reason: 'Swearing' },
    }),
    refused: { guest: [401, 'login-first'], other: [403, 'forbidden'] },
  },
  'delete /forums/posts/:id': {
    make: async (site) => ({ id: await site.newReply(await site.newThread()), body: { reason: 'Spam' } }),
    refused: { guest: [401, 'login-first'], other: [403, 'forbidden'] },
  },
  'post /forums/posts/:id/restore': {
    async make(site) {
      const id = await site.newReply(await site.newThread());
      await site.done('DELETE', `/forums/posts/${id}`, undefined, { as: site.admin });
      return { id, body: { reason: 'It may stand' } };
    },
    refused: { guest: [401, 'login-first'], member: [404, 'not-found'] },
  },

  'get /forums/threads/:id/acts': {
    async make(site) {
      const { thread } = await hiddenThread(site);
      const texts = { title: 'A title', content: 'What it says', locked: 1 };
      await site.done('PUT', `/forums/threads/${thread}`, texts, { as: site.admin });
      return { id: thread, query: { limit: '10', cursor: '9'.repeat(20), after: after(site) } };
    },
    refused: hidden,
  },
  'get /forums/threads/:id/deleted': {
    async make(site) {
      const { thread } = await hiddenThread(site);
      const reply = await site.newReply(thread, site.admin);
      await site.done('DELETE', `/forums/posts/${reply}`, undefined, { as: site.admin });
      return { id: thread, query: { limit: '10', after: after(site) } };
    },
    refused: { guest: [401, 'must-be-logged-in'], other: [404, 'not-found'] },
  },
  'get /forums/thread-titles': {
    make: async (site) => ({ query: { threads: `${await site.newThread()},1`, after: after(site) } }),
    refused: open,
  },
  'get /forums/read': {
    make: async (site) => ({ query: { threads: `${await site.newThread()},1`, after: after(site) } }),
    refused: { guest: [401, 'must-be-logged-in'] },
  },
  'get /forums/read/places': {
    make: (site) => ({ query: { after: after(site) } }),
    refused: { guest: [401, 'must-be-logged-in'] },
  },
  'put /forums/threads/:id/read': {
    own: true,
    make: async (site) => ({ id: await site.newThread(), body: { order: '9'.repeat(20) } }),
    refused: { guest: [401, 'must-be-logged-in'] },
  },
  'put /forums/read': {
    own: true,
    make: (site) => ({ body: { section_id: site.section, subsection_id: null } }),
    refused: { guest: [401, 'must-be-logged-in'] },
  },
};
