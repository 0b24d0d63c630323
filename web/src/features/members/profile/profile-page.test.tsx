import type { Profile, WallPostRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { publishMember } from '../../../shared/state/member-names.js';
import { erasedName } from '../../../shared/state/members.js';
import { live } from '../../../testing/live.js';
import { buildMe, buildPerson, toLogPosition, toRowPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { ProfilePage } from './profile-page.js';

const noon = '2026-03-01T12:00:00.000Z';
const post: WallPostRow = {
  id: 51,
  pos: toRowPosition(20),
  owner_id: 12,
  author_id: 11,
  author_name: 'Anna',
  author_avatar: null,
  content: 'Welcome!',
  content_html: '<p>Welcome!</p>',
  created_at: noon,
  order: toRowPosition(51),
  reply_count: 0,
  replies: [],
};
const profile: Profile = {
  user: { ...buildPerson(12, 'Bram'), created_at: noon, post_count: 1 },
  about: { title: null, bio: null, links: [] },
  seen: null,
  followers: 0,
  following: 0,
  posts: [post],
  isFollowing: false,
  game_accounts: [],
};

test.each([
  [
    'is erased',
    'This account was deleted.',
    () => publishMember({ ...buildPerson(12, erasedName), pos: toRowPosition(46) }),
  ],
  [
    'can no longer be found',
    'The account was deleted, or its username has changed.',
    () => {
      server.refuse('GET /profile/Bram', 'not-found');
      live.resync('profile:12', true);
    },
  ],
] as const)('offers to copy the unsent content on the wall of a member who %s', async (_, words, disappear) => {
  server.respondWith('GET /ignored', []);
  server.respondWith('GET /muted', []);
  server.respondWith('GET /profile/Bram', profile, { position: toLogPosition(40) });
  const user = await show(<ProfilePage />, {
    as: buildMe('Dirk', 15),
    at: '/profile/Bram',
    path: '/profile/:username',
  });
  await user.type(await screen.findByRole('textbox', { name: "Write on Bram's wall" }), 'Happy birthday');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reply to Anna' }), 'Me too');
  await waitFor(() => expect(live.joined('profile:12')).toBe(true));
  live.send('profile:12', { kind: 'wallpost', id: 51, pos: toRowPosition(45), removed: true });
  act(disappear);
  await screen.findByText(words);
  const texts = await screen.findAllByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });
  expect(texts.map(({ value }) => value)).toEqual(['Happy birthday', 'Me too']);
  await user.click(screen.getAllByRole('button', { name: 'Copy' })[1]!);
  expect(await navigator.clipboard.readText()).toBe('Me too');
});

test('offers nothing to copy if the profile never existed', async () => {
  server.refuse('GET /profile/Bram', 'not-found');
  await show(<ProfilePage />, { as: buildMe('Dirk', 15), at: '/profile/Bram', path: '/profile/:username' });
  await screen.findByText('They may have changed their username or deleted their account.');
  expect(screen.queryByRole('textbox')).toBeNull();
});
