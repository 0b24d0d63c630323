import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { admin, anna, buildMe } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { ProfilePage } from './profile-page.js';

const user = { id: 12, username: 'Bram', avatar_url: null, role: 'Builder', created_at: '2026-01-05T10:00:00Z' };
const links = [{ label: 'My maps', url: 'https://maps.example/bram' }];

async function findCard(more: Partial<Profile>, as: typeof anna | null = anna) {
  server.respondWith('GET /ignored', []);
  server.respondWith('GET /muted', []);
  server.respondWith('GET /profile/bram', {
    user: { ...user, post_count: 3 },
    followers: 0,
    following: 0,
    posts: [],
    isFollowing: false,
    game_accounts: [],
    about: { title: null, bio: null, links: [] },
    seen: null,
    ...more,
  });
  await show(<ProfilePage />, { as, at: '/profile/bram', path: '/profile/:username' });
  return within(await screen.findByRole('complementary', { name: 'About Bram' }));
}

test("shows a member's description with safe external links", async () => {
  const card = await findCard({ about: { title: 'Master of cranes', bio: 'I build.\nA lot.', links } });
  expect(card.getByText(/I build/).textContent).toBe('I build.\nA lot.');
  const link = card.getByRole('link', { name: 'My maps' });
  expect(link.getAttribute('href')).toBe('https://maps.example/bram');
  expect(link.getAttribute('rel')?.split(' ')).toEqual(expect.arrayContaining(['nofollow', 'ugc', 'noopener']));
  card.getByText('maps.example');
  screen.getByText('Master of cranes');
  screen.getByText('Builder');
  expect(card.getByText('Posts').nextElementSibling?.textContent).toBe('3');
});

test('shows the accounts with which the member plays', async () => {
  const card = await findCard({
    game_accounts: [
      { id: 1, name: 'Bramble', edition: 'java', head: '/heads/1.webp' },
      { id: 2, name: '.Bram', edition: 'bedrock', head: null },
    ],
  });
  const list = within(card.getByRole('list', { name: 'Plays as' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'BrambleJava Edition',
    '.BramBedrock Edition',
  ]);
});

test('shows that a member is online', async () => {
  const online = await findCard({ seen: { online: true, last_seen: null } });
  online.getByText('Online now');
  screen.getByRole('img', { name: 'Online' });
});

test('shows when an offline member was last seen', async () => {
  const lastSeen = new Date(Date.now() - 3 * 3_600_000).toISOString();
  await findCard({ seen: { online: false, last_seen: lastSeen } });
  expect(screen.getByRole('complementary').textContent).toContain('3 uur geleden');
  expect(screen.queryByRole('img', { name: 'Online' })).toBeNull();
});

test('shows no online status for a member who hides it', async () => {
  const card = await findCard({});
  expect(card.queryByText('Last seen')).toBeNull();
});

const listButtons = () => {
  const head = within(screen.getByRole('heading', { level: 1 }).closest('header')!);
  const queryNames = (role: string) => head.queryAllByRole(role).map((element) => element.textContent);
  return [...queryNames('button'), ...queryNames('link')];
};

test('a member can edit their own profile, and others can follow them', async () => {
  await findCard({}, buildMe('Bram', 12));
  expect(listButtons()).toEqual(expect.arrayContaining(['Edit profile', 'Change picture']));
  for (const otherButton of ['Follow', 'Report']) expect(listButtons()).not.toContain(otherButton);
  cleanup();
  await findCard({});
  expect(listButtons()).toEqual(expect.arrayContaining(['Follow', 'Report']));
  expect(screen.getByRole('link', { name: /^Report/ }).getAttribute('href')).toBe('/report-a-player?player=Bram');
  for (const otherButton of ['Edit profile', 'Change picture', 'Manage user'])
    expect(listButtons()).not.toContain(otherButton);
});

test('links to the account for staff who can view accounts', async () => {
  await findCard({}, admin);
  expect(screen.getByRole('link', { name: 'Manage user' }).getAttribute('href')).toBe('/admin/users/12');
});

test('a guest who tries to follow is asked to log in, and nothing is sent', async () => {
  await findCard({}, null);
  await userEvent.click(screen.getByRole('button', { name: 'Follow' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/log ?in/i);
  expect(server.calls('POST /profile/Bram/follow')).toEqual([]);
});
