import type { Site, SiteMember } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const createPerson = (site: Site) => site.createMember(site.createName());
const readNotifications = (site: Site, who: SiteMember) =>
  site.perform(
    'POST',
    `/profile/${who.name}/posts`,
    { content: 'Hello!' },
    { as: who === site.other ? site.member : site.other },
  );

async function createOtherMember(site: Site, as: SiteMember, list: 'ignore' | 'mute', then: 'list' | 'undo') {
  const { name } = await createPerson(site);
  await site.perform('POST', `/profile/${name}/${list}`, undefined, { as });
  return then === 'list' ? { query: { limit: '10', after: buildAfter(site) } } : { params: { username: name } };
}

async function bookmark(site: Site, as: SiteMember): Promise<number> {
  const id = await site.createThread();
  await site.perform(
    'PUT',
    `/bookmarks/thread/${id}`,
    { note: 'For later', remind_at: '2099-01-01T12:00:00Z' },
    { as },
  );
  return id;
}

const createDevice = (site: Site) => ({
  endpoint: `https://push.example/${site.createName()}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'c'.repeat(22) },
});

export const notificationCalls: ValidCalls = {
  'put /forums/watches': async (site) => ({
    body: { kind: 'thread', id: await site.createThread(), level: 'watching' },
  }),
  async 'get /forums/watches'(site, as) {
    const thread = await site.createThread();
    await site.perform('PUT', '/forums/watches', { kind: 'thread', id: thread, level: 'muted' }, { as });
    return { query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  'get /forums/watches/:id': async (site) => ({ id: await site.createThread(), query: { after: buildAfter(site) } }),
  async 'get /bookmarks'(site, as) {
    await bookmark(site, as);
    return { query: { limit: '10', cursor: '2099-01-01T00:00:00.000Z.1', after: buildAfter(site) } };
  },
  'get /bookmarks/threads/:id': async (site, as) => ({ id: await bookmark(site, as) }),
  'put /bookmarks/:kind/:id': async (site) => ({
    params: { kind: 'thread', id: await site.createThread() },
    body: { note: 'For the weekend', remind_at: '2099-01-01T12:00:00Z' },
  }),
  'delete /bookmarks/:kind/:id': async (site, as) => ({ params: { kind: 'thread', id: await bookmark(site, as) } }),
  async 'get /notifications'(site, as) {
    await readNotifications(site, as);
    return { query: { limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) } };
  },
  'put /notifications/read': () => ({
    body: {
      id: `${'0'.repeat(19)}1:1`,
      ids: [`${'0'.repeat(19)}1:1`],
      up_to: `${'0'.repeat(19)}1`,
      seen: [{ kind: 'post', id: 1 }],
      reminders: [{ kind: 'post', id: 1 }],
    },
  }),
  'get /notifications/settings': () => ({}),
  'put /notifications/settings': () => ({
    body: {
      page: { watch: true, mention: false },
      email: { watch: 'daily', report: 'never' },
      push: { wall: false },
      time_zone: 'Europe/Berlin',
    },
  }),
  'get /notifications/devices': () => ({}),
  'post /notifications/devices': (site) => ({ body: createDevice(site) }),
  async 'delete /notifications/devices/:id'(site, as) {
    const { id } = await site.perform<{ id: string }>('POST', '/notifications/devices', createDevice(site), { as });
    return { params: { id } };
  },
  'get /notifications/choices': () => ({}),
  'put /notifications/choices': () => ({
    body: {
      reply: true,
      mention: true,
      quote: true,
      solution: true,
      wall: false,
      follow: true,
      moderation: true,
      report: true,
    },
  }),
  'get /ignored': (site, as) => createOtherMember(site, as, 'ignore', 'list'),
  'get /muted': (site, as) => createOtherMember(site, as, 'mute', 'list'),
  'post /profile/:username/ignore': async (site) => ({ params: { username: (await createPerson(site)).name } }),
  'post /profile/:username/unignore': (site, as) => createOtherMember(site, as, 'ignore', 'undo'),
  'post /profile/:username/mute': async (site) => ({ params: { username: (await createPerson(site)).name } }),
  'post /profile/:username/unmute': (site, as) => createOtherMember(site, as, 'mute', 'undo'),
};
