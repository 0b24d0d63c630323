import type { SettingsResponse, SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useSite } from '../../../shared/state/site.js';
import { admin, buildSuccessResponse, toLogPosition, buildServerStatus } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { FirstRunPage } from './first-run-page.js';
import { SiteSettingsPage } from './settings-page.js';
import { texts } from './texts.js';
import { findChanges, rebaseSettings, replaceEntry } from './store.js';

const settings: SettingsResponse = {
  name: 'Oakhall',
  server_address: 'play.example.test',
  chat_link: '',
  store_link: '',
  about: 'About us.',
  front_title: '',
  front_text: '',
  banners: [],
  image_hosts: [],
  reactions: ['like', 'wow'],
  rules: 'Be kind.',
  default_appearance: 'theme',
  status_url: '',
  status_modes: [],
  mail_sender: '',
  presence: true,
  set_up: true,
  version: 4,
  upload_member_mb: 200,
  upload_site_mb: 20_000,
  uploads_per_minute: 20,
  game_accounts: 1,
  heads_url: '',
};
const { pos: _, ...initialSite } = useSite.getState();
const site: SiteResponse = { ...initialSite, name: 'Oakhall', position: toLogPosition(120) };

beforeEach(() => {
  server.respondWith('GET /admin/server', buildServerStatus());
  server.respondWith('GET /admin/settings', settings);
  server.respondWith('GET /site', site);
});
const open = () => show(<SiteSettingsPage />, { as: admin, at: '/admin/settings', path: '/admin/settings' });
const findNameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Site name/ });
const listSentChanges = () => server.calls('PUT /admin/settings').map(({ body, version }) => ({ body, version }));
const getButton = (label: string) => screen.getByRole('button', { name: label });

test('saves only changed settings with their version and updates the site', async () => {
  const user = await open();
  await user.clear(await findNameField());
  expect(getButton('Save settings').getAttribute('aria-disabled')).toBe('false');
  await user.type(await findNameField(), 'Elmhall');
  screen.getByText('Unsaved changes');
  server.respondWith('PUT /admin/settings', buildSuccessResponse({ acts: ['a1'] }));
  server.respondWith('GET /admin/settings', { ...settings, name: 'Elmhall', version: 5 });
  server.respondWith('GET /site', { ...site, name: 'Elmhall' });
  await user.click(getButton('Save settings'));
  await screen.findByText('Settings saved');
  expect(listSentChanges()).toEqual([{ body: { name: 'Elmhall' }, version: '"4"' }]);
  screen.getByText('All changes saved.');
  await waitFor(() => expect(useSite.getState().name).toBe('Elmhall'));
  await user.type(await findNameField(), 's');
  await user.click(getButton('Save settings'));
  await waitFor(() => expect(listSentChanges().at(-1)).toEqual({ body: { name: 'Elmhalls' }, version: '"5"' }));
});

test('describes groups of choices by their hints', async () => {
  await open();
  await screen.findByRole('group', { name: 'Reactions that members can choose', description: /^Choose 1 to/ });
  screen.getByRole('group', { name: texts.appearance.label, description: texts.appearance.hint });
});

test('an Admin can hide the list of online members from members', async () => {
  const user = await open();
  server.respondWith('PUT /admin/settings', buildSuccessResponse({ acts: ['a1'] }));
  await user.click(await screen.findByRole('switch', { name: 'Show who is online' }));
  await user.click(getButton('Save settings'));
  await waitFor(() => expect(listSentChanges()).toEqual([{ body: { presence: false }, version: '"4"' }]));
});

test("an Admin can change how much space a member's pictures may use", async () => {
  const user = await open();
  server.respondWith('PUT /admin/settings', buildSuccessResponse({ acts: ['a1'] }));
  const space = await screen.findByRole('spinbutton', { name: /^Space per member/ });
  await user.clear(space);
  await user.type(space, '500');
  await user.click(getButton('Save settings'));
  await waitFor(() => expect(listSentChanges()).toEqual([{ body: { upload_member_mb: 500 }, version: '"4"' }]));
});

test('discards changed settings and sends nothing if none have changed', async () => {
  const user = await open();
  await user.type(await findNameField(), '!');
  await user.click(getButton('Discard changes'));
  expect((await findNameField()).value).toBe('Oakhall');
  await user.click(getButton('Save settings'));
  expect(listSentChanges()).toEqual([]);
});

test('focuses the rejected setting and preserves its content', async () => {
  const user = await open();
  await user.type(await screen.findByRole('textbox', { name: /^Chat link/ }), 'nonsense');
  server.refuse('PUT /admin/settings', 'validation', { error: 'Not a link.', field: 'chat_link' });
  await user.click(getButton('Save settings'));
  await screen.findByText('Not a link.');
  const field = screen.getByRole('textbox', { name: /^Chat link/ });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect((field as HTMLInputElement).value).toBe('nonsense');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('offers to reload settings that someone else has saved', async () => {
  const user = await open();
  await user.type(await findNameField(), '!');
  server.refuse('PUT /admin/settings', 'changed-since');
  await user.click(getButton('Save settings'));
  server.respondWith('GET /admin/settings', { ...settings, name: 'Ashhall', version: 6 });
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  await waitFor(async () => expect((await findNameField()).value).toBe('Ashhall'));
  screen.getByText('All changes saved.');
});

const getTitle = (banner: number) =>
  within(screen.getByRole('group', { name: `Banner ${banner}` })).getByRole<HTMLInputElement>('textbox', {
    name: 'Title',
  });

test('banners can be added, reordered and removed', async () => {
  const user = await open();
  await screen.findByText('No banners yet.');
  await user.click(getButton('Add banner'));
  await user.type(getTitle(1), 'One');
  await user.click(getButton('Add banner'));
  await user.type(getTitle(2), 'Two');
  expect(getButton('Move up: Banner 1').getAttribute('aria-disabled')).toBe('true');
  expect(getButton('Move down: Banner 2').getAttribute('aria-disabled')).toBe('true');
  await user.click(getButton('Move up: Banner 2'));
  expect(getTitle(1).value).toBe('Two');
  await user.click(getButton('Move down: Banner 1'));
  expect(getTitle(1).value).toBe('One');
  await user.click(getButton('Move up: Banner 2'));
  const buildBanner = (title: string) => ({ title, text: '', link: '' });
  server.respondWith('PUT /admin/settings', buildSuccessResponse());
  server.respondWith('GET /admin/settings', {
    ...settings,
    banners: [buildBanner('Two'), buildBanner('One')],
    version: 5,
  });
  await user.click(getButton('Save settings'));
  await waitFor(() => expect(listSentChanges()).toHaveLength(1));
  expect(listSentChanges()[0]?.body).toEqual({ banners: [buildBanner('Two'), buildBanner('One')] });
  await user.click(getButton('Remove: Banner 1'));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Banner 2' })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('One');
});

test('offers every emoji that can be drawn as a reaction, and requires at least one', async () => {
  const user = await open();
  const choices = within(await screen.findByRole('group', { name: 'Reactions that members can choose' }));
  const getCheckbox = (name: string) => choices.getByRole<HTMLInputElement>('checkbox', { name });
  await user.click(getCheckbox('Fire'));
  await user.click(getCheckbox('Wow'));
  await user.click(getCheckbox('Like'));
  await user.click(getCheckbox('Fire'));
  expect(getCheckbox('Fire').checked).toBe(true);
  server.respondWith('PUT /admin/settings', buildSuccessResponse());
  await user.click(getButton('Save settings'));
  await waitFor(() => expect(listSentChanges()[0]?.body).toEqual({ reactions: ['fire'] }));
});

test('parses one image host per line in the settings', async () => {
  const user = await open();
  await user.type(await screen.findByRole('textbox', { name: /^Image hosts/ }), 'i.example.test\npics.example.test');
  server.respondWith('PUT /admin/settings', buildSuccessResponse());
  await user.click(getButton('Save settings'));
  await waitFor(() =>
    expect(listSentChanges()[0]?.body).toEqual({ image_hosts: ['i.example.test', 'pics.example.test'] }),
  );
});

test("sends a test email to the Admin's own address by default", async () => {
  const user = await open();
  await findNameField();
  server.respondWith('POST /admin/test-mail', buildSuccessResponse({ message: 'The test email is on its way.' }));
  await user.click(getButton('Send test email'));
  await screen.findByText('The test email is on its way.');
  const to = screen.getByRole('textbox', { name: 'To' });
  await user.clear(to);
  await user.type(to, 'x@example.test');
  server.fail('POST /admin/test-mail');
  await user.click(getButton('Send test email'));
  await waitFor(() => expect(screen.queryByText('The test email is on its way.')).toBeNull());
  screen.getByRole('alert');
  const bodies = server.calls('POST /admin/test-mail').map(({ body }) => body);
  expect(bodies).toEqual([{ to: 'ada@example.test' }, { to: 'x@example.test' }]);
});

test.each([
  ['smtp', /^SMTP_URL is set/, 'The test email is on its way.'],
  ['folder', /only written to the folder.*their links appear/, 'Nothing is sent.'],
  ['folder-public', /only written to the folder.*cannot verify/, 'Nothing is sent.'],
] as const)('the first run shows where emails go and sends a test email: %s', async (mail_delivery, state, message) => {
  server.respondWith('GET /admin/server', buildServerStatus({ mail_delivery }));
  server.respondWith('PUT /admin/settings', buildSuccessResponse());
  const user = await show(<FirstRunPage />, { as: admin, at: '/admin/first-run', path: '/admin/first-run' });
  for (const step of [1, 2, 3]) {
    await screen.findByText(`Step ${step} of 5`);
    await user.click(getButton('Save and continue'));
  }
  await screen.findByText(state);
  expect(screen.queryByText(/^SMTP_URL is set/) !== null).toBe(mail_delivery === 'smtp');
  screen.getByText(/^SMTP_URL=smtps:/);
  server.respondWith('POST /admin/test-mail', buildSuccessResponse({ message }));
  await user.click(getButton('Send test email'));
  const result = await screen.findByText(message);
  expect(result.closest('[role]')?.className.includes('success')).toBe(mail_delivery === 'smtp');
});

test('stays on the same first-run step if its settings are rejected', async () => {
  server.refuse('PUT /admin/settings', 'site-name-length', { field: 'name' });
  const user = await show(<FirstRunPage />, { as: admin, at: '/admin/first-run', path: '/admin/first-run' });
  await user.clear(await findNameField());
  await user.click(getButton('Save and continue'));
  await screen.findByText('The site name must have 1 to 60 characters.');
  expect(screen.getByText('Step 1 of 5')).toBeDefined();
  server.respondWith('PUT /admin/settings', buildSuccessResponse());
  await user.type(await findNameField(), 'Elmhall');
  await user.click(getButton('Save and continue'));
  await screen.findByText('Step 2 of 5');
});

test('sends only settings that differ, and sends lists as a whole', () => {
  const saved = { ...settings, banners: [{ title: 'One', text: '', link: '' }] };
  expect(findChanges({ ...saved }, saved)).toEqual({});
  const banners = replaceEntry(saved.banners, 0, { link: '/rules' });
  expect(findChanges({ ...saved, name: 'Harbour', banners }, saved)).toEqual({
    name: 'Harbour',
    banners: [{ title: 'One', text: '', link: '/rules' }],
  });
});

test('saving preserves input that is typed before the saved settings arrive', () => {
  const sent = { ...settings, name: 'Harbour' };
  const typedSettings = { ...sent, about: 'By the sea' };
  const next = { ...sent, rules: 'Be kind' };
  expect(rebaseSettings(typedSettings, sent, next)).toEqual({ ...next, about: 'By the sea' });
  expect(rebaseSettings(sent, sent, settings)).toEqual(settings);
});
