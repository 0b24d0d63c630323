// @ts-check
import { png } from '../world.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../valid-calls.mjs').ValidCalls} ValidCalls */

const css = ':root { --color-bg: #102030; --color-accent: rgb(1 2 3) }';
const beginning = '2020-01-01T00:00:00Z';
const end = '2100-01-01T00:00:00Z';

/** Saved, but not published. @param {World} world */
async function savedTheme(world) {
  const name = world.newName();
  await world.recorder.prepare(world.who('Admin'), 'post /forums/themes', { body: { name, css, publish: 0 } });
  return name;
}

/** Locks a thread. @param {World} world @returns {Promise<{ thread: number, act: string }>} */
async function lockedThread(world) {
  const id = await world.newThread();
  const body = { title: 'A title', content: 'What it says', locked: true };
  const admin = world.who('Admin');
  await world.recorder.prepare(admin, 'put /forums/threads/:id', { id, body });
  const [act] = await world.recorder.prepare(admin, 'get /admin/audit', { query: { target: `thread:${id}` } });
  return { thread: id, act: act.id };
}

/** @type {ValidCalls} */
export const siteCalls = {
  'get /forums/themes': () => ({ query: { at: end } }),
  'post /forums/themes': (world) => ({ body: { name: world.newName(), css, publish: 0, reason: 'Autumn' } }),
  'delete /forums/themes/:name': async (world) => ({
    params: { name: await savedTheme(world) },
    body: { reason: 'Ugly' },
  }),
  'post /forums/themes/publish': async (world) => ({ body: { name: await savedTheme(world), reason: 'Autumn' } }),
  'post /forums/themes/reset': () => ({ body: { reason: 'Winter' } }),
  'get /forums/themes/history': async (world) => {
    await savedTheme(world);
    return { query: { limit: 5, cursor: 999999 } };
  },
  'post /forums/themes/history/:revision/restore': async (world) => {
    await savedTheme(world);
    const [newest] = await world.recorder.prepare(world.who('Admin'), 'get /forums/themes/history');
    return { params: { revision: newest.revision }, body: { reason: 'It was better' } };
  },
  'post /forums/logo': () => ({ file: { field: 'logo', bytes: png } }),
  'post /forums/logo/light': () => ({ file: { field: 'logo', bytes: png } }),
  'delete /forums/logo/light': () => ({ body: { reason: 'One is enough' } }),
  'delete /forums/logo': () => ({ body: { reason: 'Letters' } }),

  'get /admin/settings': () => ({ query: { at: end } }),
  'put /admin/settings': (world) => ({
    body: {
      ...{ name: world.newName(), server_address: 'play.example.org:25565', about: 'About us', rules: '# Be kind' },
      ...{ chat_link: 'https://chat.example.org/abc', store_link: 'https://store.example.org', set_up: 1 },
      banners: [{ title: 'Winter', text: 'It snows', link: '/forums/news' }],
      ...{ status_url: '', status_modes: [], image_hosts: ['i.example.org'] },
      ...{ mail_sender: 'guild@example.org', reason: 'Moved' },
    },
  }),
  'get /site': () => ({}),
  'get /site/rules': () => ({}),
  'get /status': () => ({}),
  'get /stats/players': ({ after }) => ({
    query: { mode: 'Kingdoms', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', step: '1h', after },
  }),
  'get /stats/growth': ({ after }) => ({ query: { from: '2026-01-01', to: '2026-01-10', after } }),

  'get /search': (world) => ({
    query: {
      ...{ q: '"the harbour" lighthouse -castle build*', type: 'threads', author: 'Steve' },
      ...{
        section_id: world.section,
        from: '2020-01-01',
        to: '2090-12-31T23:59Z',
        sort: 'newest',
        limit: 10,
        newest: 3,
      },
      after: world.after,
    },
  }),

  'get /admin/audit': async (world) => ({
    query: {
      ...{
        area: 'threads',
        kind: 'ThreadLocked',
        actor: 'Alex',
        target: `thread:${(await lockedThread(world)).thread}`,
      },
      ...{ from: beginning, to: end, after: world.after, limit: 10 },
    },
  }),
  'get /admin/audit.csv': async (world) => ({
    query: {
      ...{ area: 'threads', actor: 'Alex', target: `thread:${(await lockedThread(world)).thread}` },
      ...{ from: beginning, to: end, after: world.after },
    },
  }),
  'get /admin/users/:id/history': (world) => ({
    id: world.who('moderator').id,
    query: { limit: 10, after: world.after },
  }),
  'post /admin/audit/undo': (world) => ({
    // An empty span: nothing that others did meanwhile may be undone.
    body: { actor_id: world.who('Admin').id, from: beginning, to: '2020-01-02T00:00:00Z', reason: 'A mistake' },
  }),
  'post /admin/audit/:act/undo': async (world) => ({
    params: { act: (await lockedThread(world)).act },
    body: { reason: 'A mistake' },
  }),

  'get /setup': (world) => ({ query: { token: world.setUpToken } }),
  'get /admin/mails': () => ({ query: { limit: 5 } }),
  'post /admin/mails/:id/retry': () => ({ id: '1.none' }),
  'post /admin/test-mail': () => ({ body: { to: 'somebody@example.org' } }),
  'get /admin/server': () => ({}),
  'get /admin/projections': () => ({}),
  'post /admin/projections/rebuild': () => ({}),
  'post /admin/projections/verify': () => ({}),
};
