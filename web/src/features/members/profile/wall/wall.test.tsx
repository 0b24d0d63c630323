import type { Profile, WallPostRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import {
  admin,
  anna,
  buildSuccessResponse,
  buildMe,
  buildPerson,
  toLogPosition,
  toRowPosition,
} from '../../../../testing/rows.js';
import { server } from '../../../../testing/server.js';
import { show } from '../../../../testing/show.js';
import { openProfile } from '../state/open-profile.js';
import { applyRows, useProfile } from '../state/store.js';
import { Wall } from './wall.js';

const noon = '2026-03-01T12:00:00.000Z';
const owner = { ...buildPerson(12, 'Bram'), created_at: noon, post_count: 1 };
const buildText = (content: string, order: number) => ({
  content,
  content_html: `<p>${content}</p>`,
  created_at: noon,
  order: toRowPosition(order),
});
const buildReply = (id: number, user_id: number, user_name: string) => ({
  id,
  pos: toRowPosition(30),
  post_id: 51,
  user_id,
  user_name,
  user_avatar: null,
  ...buildText(`Reply ${id}`, id),
});
const post: WallPostRow = {
  id: 51,
  pos: toRowPosition(20),
  owner_id: 12,
  author_id: 11,
  author_name: 'Anna',
  author_avatar: null,
  ...buildText('Welcome!', 51),
  reply_count: 3,
  replies: [buildReply(61, 13, 'Cas'), buildReply(62, 11, 'Anna')],
};
const profile: Profile = {
  user: owner,
  about: { title: null, bio: null, links: [] },
  seen: null,
  followers: 0,
  following: 0,
  posts: [post],
  isFollowing: false,
  game_accounts: [],
};

function Page() {
  useEffect(() => openProfile('Bram'), []);
  return <Wall username="Bram" owner={owner} />;
}

function respondWithPosts(posts: WallPostRow[], at: number): void {
  server.respondWith('GET /profile/Bram', { ...profile, posts }, { position: toLogPosition(at) });
}

async function open(as: typeof anna | null, posts = [post]) {
  respondWithPosts(posts, 40);
  const user = await show(<Page />, { as, at: '/profile/Bram', path: '/profile/Bram' });
  await waitFor(() => expect(useProfile.getState().status).toBe('ready'));
  return user;
}
const findButtons = (words: string) => {
  const entry = within(screen.getByText(words).closest<HTMLElement>('[data-wallpost]')!);
  return entry.getAllByRole('button').map(({ dataset, textContent }) => dataset['tip'] ?? textContent);
};

test.each([
  ['a guest', null, ['Reply'], []],
  ['another member', buildMe('Dirk', 15), ['Reply', 'Report'], ['Report']],
  ['the author of the post', anna, ['Reply', 'Delete'], ['Report']],
  ['the owner of the wall', buildMe('Bram', 12), ['Reply', 'Report', 'Delete'], ['Report', 'Delete']],
  [
    'a moderator',
    buildMe('Mo', 14, { permissions: [...memberRole.keys, 'moderate_comments'] }),
    ['Reply', 'Report', 'Delete'],
    ['Report', 'Delete'],
  ],
] as const)('offers %s only the permitted wall actions', async (_, as, onPost, onReply) => {
  await open(as);
  await screen.findByText('Welcome!');
  expect(findButtons('Welcome!')).toEqual(onPost);
  if (onReply.length > 0) expect(findButtons('Reply 61')).toEqual(onReply);
});

test('a wall post shows its time and actions like a reply in a thread', async () => {
  await open(anna);
  const entry = (await screen.findByText('Welcome!')).closest('[data-wallpost]');
  expect(entry?.querySelector('time')?.title).toMatch(/\d{4} om \d\d:\d\d|\d{4},? \d\d:\d\d/);
  expect(entry?.querySelector('.post-foot [data-tip="Reply"]')).not.toBeNull();
});

test('asks a guest who posts to log in and remembers the page to return to', async () => {
  const user = await open(null);
  await user.click(screen.getByRole('button', { name: 'Post' }));
  const link = within(await screen.findByRole('alert')).getByRole('link');
  await user.click(link);
  expect((history.state as { state: unknown }).state).toEqual({ from: '/profile/Bram' });
});

test('rejects an empty wall post, trims content before sending and scrolls to the new post', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = await open(anna, []);
  screen.getByText('No posts yet.');
  await screen.findByRole('searchbox', { name: 'Search the forums' });
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByRole('alert');
  server.respondWith('POST /profile/Bram/posts', buildSuccessResponse({ id: 52 }), { position: toLogPosition(45) });
  respondWithPosts([{ ...post, pos: toRowPosition(45) }], 45);
  const field = screen.getByRole('textbox', { name: "Write on Bram's wall" });
  await user.type(field, '  Hi!  ');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Welcome!');
  await waitFor(() =>
    expect(scroll.mock.contexts.map((entry) => (entry as HTMLElement).dataset['wallpost'])).toEqual(['51']),
  );
  expect(server.calls('POST /profile/Bram/posts')[0]?.body).toEqual({ content: 'Hi!' });
  expect(server.calls('GET /profile/Bram').at(-1)?.query.get('after')).toBe(toLogPosition(45));
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
});

test('preserves an unsent wall reply and retries it with the same key', async () => {
  const user = await open(buildMe('Dirk', 15));
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  const field = await screen.findByRole('textbox', { name: 'Reply to Anna' });
  await user.type(field, 'Me too');
  server.fail('POST /profile/posts/51/replies');
  const send = () => user.click(screen.getAllByRole('button', { name: 'Reply' }).at(-1)!);
  await send();
  await screen.findByText(/^The reply could not be sent/);
  expect((field as HTMLTextAreaElement).value).toBe('Me too');
  server.respondWith('POST /profile/posts/51/replies', buildSuccessResponse({ id: 63 }), {
    position: toLogPosition(45),
  });
  respondWithPosts([{ ...post, reply_count: 4, replies: [...post.replies, buildReply(63, 15, 'Dirk')] }], 45);
  await send();
  await screen.findByText('Reply 63');
  const [first, second] = server.calls('POST /profile/posts/51/replies');
  expect(first?.key).toBe(second?.key);
  expect(screen.queryByRole('textbox', { name: 'Reply to Anna' })).toBeNull();
});

test("opens a reply draft that an earlier version stored without the owner's name", async () => {
  const former = 'guildhall.draft.15.wallreply.51';
  localStorage.setItem(former, JSON.stringify({ id: 'a', text: 'Me too' }));
  const user = await open(buildMe('Dirk', 15));
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Anna' });
  expect(field.value).toBe('Me too');
  expect(localStorage.getItem(former)).toBeNull();
});

test('reloading the wall does not release the posts that the reader points at', async () => {
  const user = await open(null);
  await user.hover(await screen.findByText('Welcome!'));
  const newer = {
    ...post,
    ...buildText('Newer', 52),
    id: 52,
    replies: [{ ...buildReply(71, 13, 'Cas'), post_id: 52 }],
  };
  respondWithPosts([newer, post], 45);
  await act(() => useProfile.getState().reread(null));
  await screen.findByRole('button', { name: /update/ });
  expect(screen.queryByText('Newer')).toBeNull();
});

test('the button for earlier replies keeps its space if its wall post is deleted under the pointer', async () => {
  const user = await open(null);
  await user.hover(await screen.findByText('Welcome!'));
  respondWithPosts([], 45);
  await act(() => useProfile.getState().reread(null));
  await waitFor(() => expect(screen.queryByText('Welcome!')).toBeNull());
  screen.getByText('Show 1 earlier reply');
});

test('counts the wall replies that are not shown and can load them', async () => {
  const user = await open(null);
  server.respondWith('GET /profile/posts/51/replies', [buildReply(60, 13, 'Cas')]);
  await user.click(await screen.findByRole('button', { name: 'Show 1 earlier reply' }));
  await screen.findByText('Reply 60');
  expect(server.calls('GET /profile/posts/51/replies')[0]?.query.get('cursor')).toBe(toRowPosition(61));
  expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull();
});

test('deletes a wall post after confirmation, with an undo only for those who can restore it', async () => {
  const user = await open(admin);
  await user.click(
    within(screen.getByText('Welcome!').closest<HTMLElement>('[data-wallpost]')!).getByRole('button', {
      name: 'Delete',
    }),
  );
  await screen.findByText('Delete this post by Anna?');
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Spam');
  server.respondWith('DELETE /profile/posts/51', buildSuccessResponse(), { position: toLogPosition(45) });
  respondWithPosts([], 45);
  await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1)!);
  await screen.findByText('Post deleted.');
  expect(server.calls('DELETE /profile/posts/51')[0]?.body).toEqual({ reason: 'Spam' });
  expect(screen.queryByText('Welcome!')).toBeNull();
  server.respondWith('POST /profile/posts/51/restore', buildSuccessResponse(), { position: toLogPosition(46) });
  respondWithPosts([{ ...post, pos: toRowPosition(46) }], 46);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Restored.');
  await screen.findByText('Welcome!');
});

test("deletes the author's own wall reply without an undo and decreases the count", async () => {
  const user = await open(anna);
  await user.click(
    within(screen.getByText('Reply 62').closest<HTMLElement>('[data-wallpost]')!).getByRole('button', {
      name: 'Delete',
    }),
  );
  await screen.findByText('Delete this reply by Anna?');
  server.respondWith('DELETE /profile/posts/62', buildSuccessResponse(), { position: toLogPosition(45) });
  respondWithPosts([{ ...post, reply_count: 2, replies: post.replies.slice(0, 1) }], 45);
  await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1)!);
  await screen.findByText('Reply deleted.');
  expect(screen.queryByText('Reply 62')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  screen.getByRole('button', { name: 'Show 1 earlier reply' });
});

test('preserves text typed while a wall post is being sent', async () => {
  const user = await open(anna, []);
  server.respondWith('POST /profile/Bram/posts', buildSuccessResponse({ id: 52 }), { position: toLogPosition(45) });
  respondWithPosts([{ ...post, pos: toRowPosition(45) }], 45);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: "Write on Bram's wall" });
  await user.type(field, 'Hi!');
  const release = server.hold('POST /profile/Bram/posts');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await user.type(field, ' And another thing');
  release();
  await screen.findByText('Posted.');
  expect(field.value).toBe('Hi! And another thing');
});

test('offers to copy a wall reply if its post is deleted during writing', async () => {
  const user = await open(buildMe('Dirk', 15));
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Anna' });
  await user.type(field, 'Me too');
  act(() => applyRows([{ kind: 'wallpost', id: 51, pos: toRowPosition(45), removed: true }]));
  await screen.findByText('This post was deleted. Your reply was not sent.');
  expect(screen.queryByText('Welcome!')).toBeNull();
  // The button is outside the list, so the list stops holding back updates.
  await user.click(screen.getByRole('button', { name: 'Post' }));
  expect(field.isConnected && field.value).toBe('Me too');
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Me too');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox', { name: 'Reply to Anna' })).toBeNull();
});

test('the wall does not move if a reply to a post beyond the loaded ones arrives', async () => {
  server.respondWith('GET /profile/Bram', profile, { position: toLogPosition(40), next: '/api/profile/Bram?cursor=x' });
  await show(<Page />, { as: anna, at: '/profile/Bram', path: '/profile/Bram' });
  const list = (await screen.findByText('Welcome!')).closest('ol')!.parentElement!;
  act(() => void list.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  const row = { kind: 'wallpost' as const, ...post, reply_count: 0, replies: [] };
  act(() => applyRows([{ ...row, id: 71, pos: toRowPosition(50), ...buildText('A new post', 71) }]));
  const oldPost = { ...buildText('An old post', 41), replies: [{ ...buildReply(72, 13, 'Cas'), post_id: 41 }] };
  act(() => applyRows([{ ...row, id: 41, pos: toRowPosition(51), reply_count: 1, ...oldPost }]));
  expect(screen.queryByText('A new post')).toBeNull();
  act(() => void document.body.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  await screen.findByText('A new post');
  expect(screen.queryByText('An old post')).toBeNull();
});

test('a link to an old wall post loads the posts up to it and scrolls there', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const oldPost = { ...post, ...buildText('An old post', 41), id: 41, reply_count: 0, replies: [] };
  const nextPage = '/api/profile/bram?cursor=x';
  server.respondWith('GET /profile/Bram', profile, { position: toLogPosition(40), next: nextPage });
  server.respondWith('GET /profile/bram', { ...profile, posts: [oldPost] }, { position: toLogPosition(40) });
  await show(<Page />, { as: anna, at: '/profile/Bram#wallpost-41', path: '/profile/Bram' });
  await screen.findByText('An old post');
  await waitFor(() =>
    expect(scroll.mock.contexts.map((entry) => (entry as HTMLElement).dataset['wallpost'])).toEqual(['41']),
  );
});
