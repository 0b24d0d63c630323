import type { Site, SiteMember } from '../../site/site.js';
import { after, type ValidCall, type ValidCalls } from './valid-call.js';

const asMember: ValidCall['refused'] & object = { guest: [401, 'must-be-logged-in'] };
const somebody = (site: Site) => site.person(site.newName());
/** Creates a notification of the caller: another member writes on their wall. */
const notificationsOf = (site: Site, who: SiteMember) =>
  site.done(
    'POST',
    `/profile/${who.name}/posts`,
    { content: 'Hello!' },
    { as: who === site.other ? site.member : site.other },
  );

export const notificationCalls: ValidCalls = {
  'put /forums/watches': {
    own: true,
    make: async (site) => ({ body: { kind: 'thread', id: await site.newThread(), level: 'watching' } }),
    refused: { guest: [401, 'login-first'] },
  },
  'get /forums/watches': {
    async make(site, as) {
      const thread = await site.newThread();
      await site.done('PUT', '/forums/watches', { kind: 'thread', id: thread, level: 'muted' }, { as });
      return { query: { limit: '10', cursor: '9'.repeat(20), after: after(site) } };
    },
    refused: { guest: [401, 'login-first'] },
  },
  'get /forums/watches/:id': {
    make: async (site) => ({ id: await site.newThread(), query: { after: after(site) } }),
    refused: { guest: [401, 'login-first'] },
  },
  'get /notifications': {
    async make(site, as) {
      await notificationsOf(site, as);
      return { query: { limit: '10', cursor: '9'.repeat(20), after: after(site) } };
    },
    refused: asMember,
  },
  'put /notifications/read': {
    own: true,
    make: () => ({
      body: {
        ...{ id: `${'0'.repeat(19)}1:1`, ids: [`${'0'.repeat(19)}1:1`], up_to: `${'0'.repeat(19)}1` },
        seen: [{ kind: 'post', id: 1 }],
      },
    }),
    refused: asMember,
  },
  'get /notifications/choices': { make: () => ({}), refused: asMember },
  'put /notifications/choices': {
    own: true,
    make: () => ({
      body: {
        ...{ reply: true, mention: true, quote: true, wall: false, follow: true, moderation: true, report: true },
      },
    }),
    refused: asMember,
  },
  'get /ignored': {
    async make(site, as) {
      const { name } = await somebody(site);
      await site.done('POST', `/profile/${name}/ignore`, undefined, { as });
      return { query: { limit: '10', after: after(site) } };
    },
    refused: asMember,
  },
  'post /profile/:username/ignore': {
    own: true,
    make: async (site) => ({ params: { username: (await somebody(site)).name } }),
    refused: { guest: [401, 'login-required'] },
  },
  'post /profile/:username/unignore': {
    own: true,
    async make(site, as) {
      const { name } = await somebody(site);
      await site.done('POST', `/profile/${name}/ignore`, undefined, { as });
      return { params: { username: name } };
    },
    refused: { guest: [401, 'login-required'] },
  },
};
