import { limits } from '@guildhall/domain/limits.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { SettingsPage } from './settings-page.js';

const emptyProfile = { title: null, bio: null, links: [], hide_last_seen: false };
const listSaves = () => server.calls('PUT /account/profile').map(({ body }) => body);

async function open() {
  server.respondWith('GET /account/profile', emptyProfile);
  const user = await show(<SettingsPage />, { as: anna, at: '/settings/profile', path: '/settings/:part?' });
  await screen.findByLabelText('Title');
  return user;
}

test("saves the profile's title, description, links and choice together", async () => {
  server.respondWith('PUT /account/profile', buildSuccessResponse());
  const user = await open();
  await user.type(screen.getByLabelText('Title'), 'Builder');
  await user.type(screen.getByLabelText('About you'), 'I build.');
  await user.click(screen.getByRole('button', { name: 'Add a link' }));
  await user.type(screen.getByLabelText('Label of link 1'), 'Maps');
  await user.type(screen.getByLabelText('Address of link 1'), 'https://maps.example');
  await user.click(screen.getByRole('switch', { name: 'Show when I am online' }));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await screen.findByText('Your profile is saved.');
  const links = [{ label: 'Maps', url: 'https://maps.example' }];
  expect(listSaves()).toEqual([{ title: 'Builder', bio: 'I build.', links, hide_last_seen: true }]);
});

test('highlights and focuses the rejected profile field', async () => {
  server.refuse('PUT /account/profile', 'profile-link', { field: 'links.0.url' });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add a link' }));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await screen.findByText(/^Up to 5 links, each with a label/);
  const address = screen.getByLabelText('Address of link 1');
  expect(address.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(address));
});

test('keeps an overlong pasted description in full and shows why it is refused', async () => {
  server.refuse('PUT /account/profile', 'profile-text', { field: 'bio' });
  const user = await open();
  const field = screen.getByLabelText<HTMLTextAreaElement>('About you');
  const text = 'x'.repeat(limits.bio.max + 1);
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await screen.findByText(/the text about you at most 500\.$/);
  expect(field.value).toBe(text);
});

test('accepts at most five links, and removing one does not lose the focus', async () => {
  const user = await open();
  for (let n = 0; n < 5; n++) await user.click(screen.getByRole('button', { name: 'Add a link' }));
  expect(screen.queryByRole('button', { name: 'Add a link' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove link 2' }));
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Links' }));
  expect(screen.getByRole('button', { name: 'Add a link' })).toBeDefined();
});
