import { defaultReactions } from '@guildhall/domain/reaction/emoji.js';
import type { ThemeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Site } from '../../site/site.js';
import { getSharedGameServer } from './staff.js';
import { buildAfter, buildNoInput, type ValidCalls } from './valid-call.js';

const css = ':root { --color-bg: #102030; --color-accent: rgb(1 2 3) }';
const at = () => new Date().toISOString();

async function saveTheme(site: Site): Promise<string> {
  const name = site.createName();
  await site.perform('POST', '/forums/themes', { name, css, publish: 0 }, { as: site.admin });
  return name;
}

export const siteCalls: ValidCalls = {
  'get /forums/themes': async (site) => ({ query: { at: (await saveTheme(site)) && at() } }),
  'post /forums/themes': (site) => ({ body: { name: site.createName(), css, publish: 0, reason: 'Autumn' } }),
  'delete /forums/themes/:name': async (site) => ({
    params: { name: await saveTheme(site) },
    body: { reason: 'Ugly' },
  }),
  'post /forums/themes/publish': async (site) => ({ body: { name: await saveTheme(site), reason: 'Autumn' } }),
  'post /forums/themes/reset': () => ({ body: { reason: 'Winter' } }),
  'get /forums/themes/history': async (site) => ({
    query: { limit: '5', cursor: (await saveTheme(site)) && '999999' },
  }),
  async 'post /forums/themes/history/:revision/restore'(site) {
    await saveTheme(site);
    const [newest] = await site.get<ThemeHistoryRow[]>('/forums/themes/history?limit=1', site.admin);
    return { params: { revision: newest?.revision ?? 0 }, body: { reason: 'It was better' } };
  },
  'post /forums/logo': async () => ({ file: { field: 'logo', bytes: await createPictureFile('png', 40, 30) } }),
  'post /forums/logo/light': async () => ({ file: { field: 'logo', bytes: await createPictureFile('png', 40, 30) } }),
  'delete /forums/logo/light': () => ({ body: { reason: 'One is enough' } }),
  'delete /forums/logo': () => ({ body: { reason: 'Letters' } }),

  'get /admin/settings': () => ({ query: { at: at() } }),
  'put /admin/settings': (site) => ({
    body: {
      name: site.createName(),
      server_address: 'play.example.org:25565',
      about: 'About us',
      rules: '# Be kind',
      chat_link: 'https://chat.example.org/abc',
      store_link: 'https://store.example.org',
      set_up: 1,
      banners: [{ title: 'Winter', text: 'It snows', link: '/forums/news' }],
      status_url: 'https://status.example.org/servers/play',
      status_modes: [{ mode: 'Kingdoms', status_url: 'http://status.example.org/servers/kingdoms' }],
      front_title: 'Two\nlines',
      front_text: 'Welcome',
      default_appearance: 'light',
      image_hosts: ['i.example.org'],
      reactions: [...defaultReactions, 'fire'],
      mail_sender: 'guild@example.org',
      presence: 0,
      reason: 'We moved',
      upload_member_mb: 100,
      upload_site_mb: 5_000,
      uploads_per_minute: 30,
      game_accounts: 2,
      heads_url: 'https://heads.example.org/faces',
    },
  }),

  'get /site': buildNoInput,
  'get /site/rules': buildNoInput,
  'get /status': buildNoInput,
  'get /stats/players': (site) => {
    const from = new Date(Date.now() - 86_400_000).toISOString();
    return { query: { mode: 'Kingdoms', from, to: at(), step: '1h', after: buildAfter(site) } };
  },
  'get /stats/servers': (site) => ({ query: { after: buildAfter(site) } }),
  async 'get /stats/servers/:id/history'(site) {
    const from = new Date(Date.now() - 86_400_000).toISOString();
    return { id: await getSharedGameServer(site), query: { from, to: at(), step: '1h', after: buildAfter(site) } };
  },
  'get /stats/growth': (site) => ({ query: { from: at().slice(0, 10), to: '2100-01-01', after: buildAfter(site) } }),
};
