import type { Site, SiteMember } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

/** A new member has not performed any of the actions yet. */
const createPerson = (site: Site) => site.createMember(site.createName());
const buildProfileCall = (username: string, site: Site) => ({
  params: { username },
  query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) },
});
const createWallPost = (site: Site, on: SiteMember, as: SiteMember) =>
  site.perform('POST', `/profile/${on.name}/posts`, { content: 'Hello!' }, { as });
const replyOnWall = (site: Site, to: number, as: SiteMember) =>
  site.perform('POST', `/profile/posts/${to}/replies`, { content: 'Hello to you!' }, { as });

export const profileCalls: ValidCalls = {
  async 'get /profile/:username'(site) {
    const { id } = await createWallPost(site, site.member, site.other);
    await replyOnWall(site, id, site.member);
    return buildProfileCall('sTEVE', site);
  },
  'post /profile/:username/follow': async (site) => ({ params: { username: (await createPerson(site)).name } }),
  async 'post /profile/:username/unfollow'(site, as) {
    const { name } = await createPerson(site);
    await site.perform('POST', `/profile/${name}/follow`, undefined, { as });
    return { params: { username: name } };
  },
  async 'get /profile/:username/followers'(site) {
    await site.perform('POST', '/profile/Steve/follow', undefined, { as: site.other });
    return buildProfileCall('Steve', site);
  },
  async 'get /profile/:username/following'(site) {
    await site.perform('POST', '/profile/Steve/follow', undefined, { as: site.other });
    return buildProfileCall('Robin', site);
  },
  async 'get /profile/:username/activity'(site) {
    await site.createReply(await site.createThread());
    return buildProfileCall('Steve', site);
  },
  'post /profile/:username/posts': () => ({ params: { username: 'Robin' }, body: { content: 'Hello!' } }),
  'post /profile/posts/:id/replies': async (site) => ({
    id: (await createWallPost(site, site.other, site.member)).id,
    body: { content: 'Hello to you!' },
  }),
  async 'get /profile/posts/:id/replies'(site) {
    const { id } = await createWallPost(site, site.other, site.member);
    await replyOnWall(site, id, site.other);
    return { id, query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  'delete /profile/posts/:id': async (site) => ({
    id: (await createWallPost(site, site.member, site.member)).id,
    body: { reason: 'Not here' },
  }),
  async 'post /profile/posts/:id/restore'(site) {
    const { id } = await createWallPost(site, site.other, site.member);
    await site.perform('DELETE', `/profile/posts/${id}`, undefined, { as: site.admin });
    return { id, body: { reason: 'It may stand' } };
  },

  'put /forums/reactions': async (site) => ({ body: { kind: 'thread', id: await site.createThread(), emoji: 'like' } }),
  async 'get /forums/reactions/:id'(site, as) {
    const { thread } = await createHiddenReaction(site, as);
    return { id: thread, query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  async 'get /forums/reactions/:kind/:id/people'(site, as) {
    const { reply } = await createHiddenReaction(site, as);
    const query = { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) };
    return { id: reply, params: { kind: 'post' }, query };
  },

  'get /forums/posts/:id/history': async (site) => ({
    id: await site.createReply(await site.createThread()),
    query: { limit: '10', cursor: '' },
  }),
  'get /forums/threads/:id/history': async (site) => ({
    id: await site.createThread(),
    query: { limit: '10', cursor: '' },
  }),
};

async function createHiddenReaction(site: Site, as: SiteMember) {
  const section = await site.createSection();
  const thread = await site.createThread(site.admin, { section_id: section });
  const reply = await site.createReply(thread, site.admin);
  await site.perform('PUT', '/forums/reactions', { kind: 'post', id: reply, emoji: 'wow' }, { as });
  await site.hide(section);
  return { thread, reply };
}
