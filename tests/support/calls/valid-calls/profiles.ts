import type { Site, SiteMember } from '../../site/site.js';
import { after, hidden, open, type ValidCall, type ValidCalls } from './valid-call.js';

/** A new member, so that no action is repeated. */
const somebody = (site: Site) => site.person(site.newName());
const profileOf = (username: string, site: Site) => ({
  params: { username },
  query: { limit: '10', cursor: '9'.repeat(20), after: after(site) },
});
const newWallPost = (site: Site, on: SiteMember, as: SiteMember) =>
  site.done('POST', `/profile/${on.name}/posts`, { content: 'Hello!' }, { as });
const replied = (site: Site, to: number, as: SiteMember) =>
  site.done('POST', `/profile/posts/${to}/replies`, { content: 'Hello to you!' }, { as });
const membersOnly: ValidCall['refused'] & object = { guest: [401, 'login-required'] };

export const profileCalls: ValidCalls = {
  'get /profile/:username': {
    async make(site) {
      const { id } = await newWallPost(site, site.member, site.other);
      await replied(site, id, site.member);
      return profileOf('sTEVE', site);
    },
    refused: open,
  },
  'post /profile/:username/follow': {
    own: true,
    make: async (site) => ({ params: { username: (await somebody(site)).name } }),
    refused: membersOnly,
  },
  'post /profile/:username/unfollow': {
    own: true,
    async make(site, as) {
      const { name } = await somebody(site);
      await site.done('POST', `/profile/${name}/follow`, undefined, { as });
      return { params: { username: name } };
    },
    refused: membersOnly,
  },
  'get /profile/:username/followers': {
    async make(site) {
      await site.done('POST', '/profile/Steve/follow', undefined, { as: site.other });
      return profileOf('Steve', site);
    },
    refused: open,
  },
  'get /profile/:username/following': {
    async make(site) {
      await site.done('POST', '/profile/Steve/follow', undefined, { as: site.other });
      return profileOf('Robin', site);
    },
    refused: open,
  },
  'get /profile/:username/activity': {
    async make(site) {
      await site.newReply(await site.newThread());
      return profileOf('Steve', site);
    },
    refused: open,
  },
  'post /profile/:username/posts': {
    own: true,
    make: () => ({ params: { username: 'Robin' }, body: { content: 'Hello!' } }),
    refused: membersOnly,
  },
  'post /profile/posts/:id/replies': {
    own: true,
    make: async (site) => ({
      id: (await newWallPost(site, site.other, site.member)).id,
      body: { content: 'Hello to you!' },
    }),
    refused: membersOnly,
  },
  'get /profile/posts/:id/replies': {
    async make(site) {
      const { id } = await newWallPost(site, site.other, site.member);
      await replied(site, id, site.other);
      return { id, query: { limit: '10', cursor: '9'.repeat(20), after: after(site) } };
    },
    refused: open,
  },
  'delete /profile/posts/:id': {
    make: async (site) => ({
      id: (await newWallPost(site, site.member, site.member)).id,
      body: { reason: 'Not here' },
    }),
    refused: { ...membersOnly, other: [403, 'forbidden'] },
  },
  'post /profile/posts/:id/restore': {
    async make(site) {
      const { id } = await newWallPost(site, site.other, site.member);
      await site.done('DELETE', `/profile/posts/${id}`, undefined, { as: site.admin });
      return { id, body: { reason: 'It may stand' } };
    },
    refused: { ...membersOnly, member: [404, 'not-found'] },
  },

  'put /forums/reactions': {
    own: true,
    make: async (site) => ({ body: { kind: 'thread', id: await site.newThread(), emoji: 'like' } }),
    refused: { guest: [401, 'login-first'] },
  },
  'get /forums/reactions/:id': {
    async make(site, as) {
      const { thread } = await hiddenReaction(site, as);
      return { id: thread, query: { limit: '10', cursor: '9'.repeat(20), after: after(site) } };
    },
    refused: { guest: [401, 'login-first'], other: [404, 'not-found'] },
  },
  'get /forums/reactions/:kind/:id/people': {
    async make(site, as) {
      const { reply } = await hiddenReaction(site, as);
      const query = { limit: '10', cursor: '9'.repeat(20), after: after(site) };
      return { id: reply, params: { kind: 'post' }, query };
    },
    refused: hidden,
  },

  'get /forums/posts/:id/history': {
    make: async (site) => ({ id: await site.newReply(await site.newThread()), query: { limit: '10', cursor: '' } }),
    refused: { guest: [401, 'login-first'], other: [403, 'forbidden'] },
  },
  'get /forums/threads/:id/history': {
    make: async (site) => ({ id: await site.newThread(), query: { limit: '10', cursor: '' } }),
    refused: { guest: [401, 'must-be-logged-in'], other: [403, 'forbidden'] },
  },
};

/** Creates a reply with a reaction, then hides its place from all but Admins. */
async function hiddenReaction(site: Site, as: SiteMember) {
  const section = await site.newSection();
  const thread = await site.newThread(site.admin, { section_id: section });
  const reply = await site.newReply(thread, site.admin);
  await site.done('PUT', '/forums/reactions', { kind: 'post', id: reply, emoji: 'wow' }, { as });
  await site.hide(section);
  return { thread, reply };
}
