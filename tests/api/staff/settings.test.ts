import { emojiKeys as allReactions, maxReactions } from '@guildhall/domain/reaction/emoji.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { SettingsResponse, SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { describe, expect, test } from 'vitest';
import { type SendOptions, testSite } from '../../support/site/site.js';

const site = testSite();

const readSettings = (query = '') => site.get<SettingsResponse>(`/admin/settings${query}`, site.admin);
const send = (body: object, options: SendOptions = {}) =>
  site.send('PUT', '/admin/settings', body, { as: site.admin, ...options });
const change = (body: object) => site.perform<WriteResponse>('PUT', '/admin/settings', body, { as: site.admin });
const readSite = () => site.get<SiteResponse>('/site');

describe('site settings', () => {
  test('a new site returns the default settings', async () => {
    expect(await readSettings()).toEqual({
      name: 'Guildhall',
      server_address: 'play.example.org',
      chat_link: '',
      store_link: '',
      about: 'The forums and members of our game servers.',
      front_title: 'Build it together.\nTalk about it here.',
      front_text: 'News, ideas and people from the network. Replies appear as you read.',
      default_appearance: 'theme',
      rules: '',
      banners: [],
      status_url: '',
      status_modes: [],
      image_hosts: [],
      mail_sender: '',
      reactions: ['like', 'love', 'laugh', 'wow', 'sad', 'party'],
      presence: true,
      upload_member_mb: 200,
      upload_site_mb: 20_000,
      uploads_per_minute: 20,
      game_accounts: 1,
      heads_url: '',
      set_up: false,
      version: 1,
    });
    expect(await readSite()).toMatchObject({ name: 'Guildhall', set_up: false, theme: 'default', modes: [] });
  });

  test('settings can be changed one by one and appear on the site immediately', async () => {
    const positionBefore = (await readSite()).position;
    await change({ name: '  Blockhold ', chat_link: 'https://chat.example.org/x', reason: 'New name' });
    await change({ banners: [{ title: 'Winter', text: 'It snows', link: '/forums/news' }], set_up: 1 });
    expect(await readSettings()).toMatchObject({ name: 'Blockhold', server_address: 'play.example.org', version: 3 });
    const site_ = await readSite();
    expect(site_).toMatchObject({
      name: 'Blockhold',
      chat_link: 'https://chat.example.org/x',
      banners: [{ title: 'Winter', text: 'It snows', link: '/forums/news' }],
      set_up: true,
    });
    expect(site_.position > positionBefore).toBe(true);
    expect(Object.keys(site_)).not.toContain('status_url');
  });

  test('renders the rules as Markdown without scripts', async () => {
    await change({ rules: '# Be kind\n\n<script>alert(1)</script>' });
    const rules = await site.get<{ content: string; content_html: string }>('/site/rules');
    expect(rules.content).toContain('# Be kind');
    expect(rules.content_html).toContain('<h3>Be kind</h3>');
    expect(rules.content_html).not.toContain('<script');
    await change({ rules: 'Be *brief*' });
    expect(await site.get('/site/rules')).toMatchObject({
      content: 'Be *brief*',
      content_html: expect.stringContaining('<em>brief</em>') as string,
    });
  });

  test('does not overwrite settings that someone else has since changed', async () => {
    const headers = { 'if-match': `"${(await readSettings()).version}"` };
    expect((await send({ about: 'First' }, { headers })).status).toBe(200);
    const second = await send({ about: 'Second' }, { headers });
    expect([second.status, second.json]).toEqual([
      412,
      { error: 'Someone changed this in the meantime.', code: 'changed-since' },
    ]);
    expect((await readSettings()).about).toBe('First');
  });

  test('writes no event for unchanged settings', async () => {
    const head = await site.readHead();
    await change({ about: 'First' });
    expect(await site.readHead()).toBe(head);
  });

  test('only Admins can see the settings', async () => {
    expect((await send({ name: 'Mine' }, { as: site.member })).status).toBe(404);
    expect((await site.send('GET', '/admin/settings', undefined, { as: site.member })).status).toBe(404);
    expect((await site.send('GET', '/admin/settings')).status).toBe(401);
  });
});

describe('invalid settings', () => {
  const address = 'An address must start with https:// or http://.';
  const oneLine = 'Use a single line without control characters.';
  const listModes = (...names: string[]) => names.map((mode) => ({ mode, status_url: 'https://s.example/x' }));
  const buildBanner = (link: string) => [{ title: 'A', text: 'B', link }];
  test.each([
    [{ name: '' }, 'name', 'The site name must have 1 to 60 characters.'],
    [{ name: 'x'.repeat(61) }, 'name', 'The site name must have 1 to 60 characters.'],
    [{ name: 'Site\r\nBcc: x@y.example' }, 'name', oneLine],
    [{ name: 'Site\u0000' }, 'name', oneLine],
    [{ name: 'Site\u2028next' }, 'name', oneLine],
    [{ banners: [{ title: 'A\nB' }] }, 'banners.0.title', oneLine],
    [{ store_link: 'https://a\u0001.example' }, 'store_link', address],
    [{ chat_link: 'javascript:alert(1)' }, 'chat_link', address],
    [{ chat_link: 'chat.example.org' }, 'chat_link', address],
    [{ store_link: 'https://' }, 'store_link', address],
    [{ store_link: 'https://a b' }, 'store_link', address],
    [{ store_link: `https://a.example/${'x'.repeat(500)}` }, 'store_link', address],
    [{ status_url: 'file:///etc/passwd' }, 'status_url', address],
    [{ status_url: 'https://user:secret@status.example' }, 'status_url', address],
    [
      { server_address: 'play example' },
      'server_address',
      'Enter a host name or an IP address, with a port if it needs one.',
    ],
    [{ rules: 'x'.repeat(20_001) }, 'rules', 'A text can have at most 20,000 characters.'],
    [{ about: 'x'.repeat(2_001) }, 'about', 'about: must have at most 2,000 characters'],
    [{ mail_sender: 'nobody' }, 'mail_sender', 'Enter a valid email address.'],
    [{ mail_sender: 'a@b.example\r\nBcc: x@y.example' }, 'mail_sender', 'Enter a valid email address.'],
    [{ status_modes: listModes('Kingdoms', 'kingdoms') }, 'status_modes', 'Each game mode needs a different name.'],
    [
      { status_modes: listModes('a/b') },
      'status_modes.0.mode',
      'The name of a game mode can have 1 to 40 letters, digits, spaces, hyphens or underscores.',
    ],
    [{ status_modes: [{ mode: 'Kingdoms', status_url: 'localhost' }] }, 'status_modes.0.status_url', address],
    ...['http://i.example.org', 'localhost', "i.example.org; script-src 'unsafe-inline'"].map(
      (host): [object, string, string] => [
        { image_hosts: [host] },
        'image_hosts',
        'Enter at most 20 host names, such as i.imgur.com, one per line.',
      ],
    ),
    ...['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'news'].map((link): [object, string, string] => [
      { banners: buildBanner(link) },
      'banners.0.link',
      'A banner link must be a path on this site, or an address that starts with https:// or http://.',
    ]),
  ])('rejects an invalid setting, naming its field and the reason ($#)', async (body, field, error) => {
    const head = await site.readHead();
    const response = await send(body);
    expect([response.status, response.json]).toEqual([400, expect.objectContaining({ error, field })]);
    expect(await site.readHead()).toBe(head);
  });

  test('rejects more than ten banners or modes', async () => {
    const eleven = Array.from({ length: 11 }, (_, n) => n);
    expect((await send({ banners: eleven.flatMap(() => buildBanner('')) })).status).toBe(400);
    expect((await send({ banners: eleven.slice(1).flatMap(() => buildBanner('')) })).status).toBe(200);
    expect((await send({ status_modes: listModes(...eleven.map(String)) })).status).toBe(400);
  });
});

test('every page may load images from the configured hosts and embed frames from only one site', async () => {
  const readPolicy = async () =>
    String((await site.send('GET', '/site')).headers['content-security-policy']).split('; ');
  expect(await readPolicy()).toContain("img-src 'self' data:");
  await change({ image_hosts: [' I.example.org', '', 'i.example.org', 'media.example.net'] });
  expect((await site.get<SiteResponse>('/site')).image_hosts).toEqual(['i.example.org', 'media.example.net']);
  expect(await readPolicy()).toContain("img-src 'self' data: https://i.example.org https://media.example.net");
  expect(await readPolicy()).toContain('frame-src https://www.youtube-nocookie.com');
  expect(await readLastEntry()).toMatchObject({
    before: { imageHosts: [] },
    after: { imageHosts: ['i.example.org', 'media.example.net'] },
  });
  await change({ image_hosts: [] });
  expect(await readPolicy()).toContain("img-src 'self' data:");
});

describe('previous site settings', () => {
  test('shows the settings at a past time', async () => {
    await change({ name: 'Then' });
    const at = (await readLastEntry()).at;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await change({ name: 'Now' });
    expect(await readSettings(`?at=${at}`)).toMatchObject({ name: 'Then' });
    expect(await readSettings('?at=2020-01-01T00:00:00Z')).toMatchObject({ name: 'Guildhall', version: 1 });
  });

  test('an undo restores settings field by field, unless they have since changed', async () => {
    const settingsBefore = await readSettings();
    const { acts: [entry = ''] = [] } = await change({ name: 'Mistake', store_link: 'https://wrong.example' });
    expect(await readLastEntry()).toMatchObject({
      kind: 'SettingsChanged',
      before: { name: settingsBefore.name, storeLink: settingsBefore.store_link },
      after: { name: 'Mistake', storeLink: 'https://wrong.example' },
    });
    await change({ server_address: 'elsewhere.example' });
    await site.perform('POST', `/admin/audit/${entry}/undo`, {}, { as: site.admin });
    const { version: _, server_address, ...rest } = await readSettings();
    expect(rest).toEqual({ ...rest, name: settingsBefore.name, store_link: settingsBefore.store_link });
    expect(server_address).toBe('elsewhere.example');
    const { acts: [again = ''] = [] } = await change({ name: 'Once more' });
    await change({ name: 'By another' });
    const refusal = await site.send('POST', `/admin/audit/${again}/undo`, {}, { as: site.admin });
    expect(refusal.json).toMatchObject({ code: 'changed-since', field: 'setting name' });
  });
});

async function readLastEntry(): Promise<AuditRow> {
  const [entry] = await site.get<AuditRow[]>('/admin/audit?area=settings&limit=1', site.admin);
  if (!entry) throw new Error('There is no entry in the audit');
  return entry;
}

test('members can choose only reactions that the site offers, but can keep or withdraw earlier ones', async () => {
  const id = await site.createThread(site.member);
  const react = (emoji: string | null, as = site.member) =>
    site.send('PUT', '/forums/reactions', { kind: 'thread', id, emoji }, { as });
  const offer = (reactions: string[]) => site.send('PUT', '/admin/settings', { reactions }, { as: site.admin });
  expect((await react('like')).status).toBe(200);
  expect((await react('fire', site.other)).json).toMatchObject({ code: 'reaction-not-offered', field: 'emoji' });
  expect((await offer(['fire', 'wow'])).status).toBe(200);
  expect((await site.get<{ reactions: string[] }>('/site')).reactions).toEqual(['fire', 'wow']);
  expect((await react('fire', site.other)).status).toBe(200);
  expect((await react('like', site.other)).json).toMatchObject({ code: 'reaction-not-offered' });
  const readCounts = async () => (await site.get<{ reactions: object }>(`/forums/threads/${id}`)).reactions;
  await site.catchUpViews();
  expect(await readCounts()).toEqual({ like: 1, fire: 1 });
  expect((await react(null)).status).toBe(200);
  await site.catchUpViews();
  expect(await readCounts()).toEqual({ fire: 1 });
  for (const reactions of [[], ['like', 'like'], ['unknown'], allReactions.slice(0, maxReactions + 1)]) {
    expect((await offer(reactions)).json).toMatchObject({ code: 'reactions-invalid' });
  }
});
