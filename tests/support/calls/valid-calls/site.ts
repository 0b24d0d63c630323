import type { ThemeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { pictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Site } from '../../site/site.js';
import { adminsOnly, after, nothing, open, type ValidCalls } from './valid-call.js';

const css = ':root { --color-bg: #102030; --color-accent: rgb(1 2 3) }';
const at = () => new Date().toISOString();

/** Saves a theme without publishing it. */
async function savedTheme(site: Site): Promise<string> {
  const name = site.newName();
  await site.done('POST', '/forums/themes', { name, css, publish: 0 }, { as: site.admin });
  return name;
}

export const siteCalls: ValidCalls = {
  'get /forums/themes': {
    make: async (site) => ({ query: { at: (await savedTheme(site)) && at() } }),
    refused: { guest: [404, 'not-found'], member: [404, 'not-found'] },
  },
  'post /forums/themes': {
    make: (site) => ({ body: { name: site.newName(), css, publish: 0, reason: 'Autumn' } }),
    refused: adminsOnly,
  },
  'delete /forums/themes/:name': {
    make: async (site) => ({ params: { name: await savedTheme(site) }, body: { reason: 'Ugly' } }),
    refused: adminsOnly,
  },
  'post /forums/themes/publish': {
    make: async (site) => ({ body: { name: await savedTheme(site), reason: 'Autumn' } }),
    refused: adminsOnly,
  },
  'post /forums/themes/reset': { make: () => ({ body: { reason: 'Winter' } }), refused: adminsOnly },
  'get /forums/themes/history': {
    make: async (site) => ({ query: { limit: '5', cursor: (await savedTheme(site)) && '999999' } }),
    refused: adminsOnly,
  },
  'post /forums/themes/history/:revision/restore': {
    async make(site) {
      await savedTheme(site);
      const [newest] = await site.get<ThemeHistoryRow[]>('/forums/themes/history?limit=1', site.admin);
      return { params: { revision: newest?.revision ?? 0 }, body: { reason: 'It was better' } };
    },
    refused: adminsOnly,
  },
  'post /forums/logo': {
    make: async () => ({ file: { field: 'logo', bytes: await pictureFile('png', 40, 30) } }),
    refused: adminsOnly,
  },
  'post /forums/logo/light': {
    make: async () => ({ file: { field: 'logo', bytes: await pictureFile('png', 40, 30) } }),
    refused: adminsOnly,
  },
  'delete /forums/logo/light': { make: () => ({ body: { reason: 'One is enough' } }), refused: adminsOnly },
  'delete /forums/logo': { make: () => ({ body: { reason: 'Letters' } }), refused: adminsOnly },

  'get /admin/settings': { make: () => ({ query: { at: at() } }), refused: adminsOnly },
  'put /admin/settings': {
    refused: adminsOnly,
    make: (site) => ({
      body: {
        ...{ name: site.newName(), server_address: 'play.example.org:25565', about: 'About us', rules: '# Be kind' },
        ...{ chat_link: 'https://chat.example.org/abc', store_link: 'https://store.example.org', set_up: 1 },
        banners: [{ title: 'Winter', text: 'It snows', link: '/forums/news' }],
        status_url: 'https://status.example.org/servers/play',
        status_modes: [{ mode: 'Kingdoms', status_url: 'http://status.example.org/servers/kingdoms' }],
        ...{ front_title: 'Two\nlines', front_text: 'Welcome', default_appearance: 'light' },
        ...{ image_hosts: ['i.example.org'], mail_sender: 'guild@example.org', reason: 'We moved' },
      },
    }),
  },

  'get /site': { make: nothing, refused: open },
  'get /site/rules': { make: nothing, refused: open },
  'get /status': { make: nothing, refused: open },
  'get /stats/players': {
    make: (site) => {
      const from = new Date(Date.now() - 86_400_000).toISOString();
      return { query: { mode: 'Kingdoms', from, to: at(), step: '1h', after: after(site) } };
    },
    refused: open,
  },
  'get /stats/growth': {
    make: (site) => ({ query: { from: at().slice(0, 10), to: '2100-01-01', after: after(site) } }),
    refused: open,
  },
};
