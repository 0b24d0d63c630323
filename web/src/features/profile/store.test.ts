import type { Profile, WallPostRow, WallReplyRow } from '@guildhall/domain/wire/profiles.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  follow,
  loadEarlierReplies,
  mergedPosts,
  openProfile,
  remove,
  useProfile,
  writePost,
  writeReply,
} from './store.js';

const at = '2026-11-21T12:00:00.000Z';
const order = (n: number) => String(n).padStart(20, '0');
const text = { content: 'Hi', content_html: '<p>Hi</p>', created_at: at };
const reply = (id: number, post_id = 1): WallReplyRow => ({
  ...{ id, post_id, pos: order(id), order: order(id), user_id: 9, user_name: 'Bram', user_avatar: null },
  ...text,
});
const post = (id: number, replies: WallReplyRow[] = [], reply_count = replies.length): WallPostRow => ({
  ...{ id, pos: order(id), order: order(id), owner_id: 5, author_id: 9, author_name: 'Bram', author_avatar: null },
  ...text,
  reply_count,
  replies,
});
const profile = (posts: WallPostRow[]): Profile => ({
  user: { id: 5, username: 'Mila', avatar_url: null, role: null, created_at: at, post_count: 3 },
  followers: 2,
  following: 1,
  posts,
  isFollowing: false,
});

let answers: { status?: number; body: unknown }[];
let asked: string[];

beforeEach(() => {
  useProfile.setState(useProfile.getInitialState(), true);
  answers = [];
  asked = [];
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    const { status = 200, body } = answers.shift() ?? { status: 500, body: {} };
    const headers = { 'guildhall-position': `0123abcd.${order(9)}` };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function opened(posts: WallPostRow[]): Promise<void> {
  answers.push({ body: profile(posts) });
  openProfile('Mila');
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('ready'));
}
const shown = () => useProfile.getState().posts.map(({ id, replies }) => [id, ...replies.map((it) => it.id)]);

test('A follow counts once it is accepted, and says why it was not.', async () => {
  await opened([]);
  answers.push({ body: { success: true } });
  expect(await follow('Mila', true, 'key')).toBeNull();
  expect(useProfile.getState().profile).toMatchObject({ isFollowing: true, followers: 3 });
  answers.push({ status: 401, body: { error: 'Login required!', code: 'login-required' } });
  expect(await follow('Mila', false, 'key')).toBe('Login required!');
  expect(useProfile.getState().profile).toMatchObject({ isFollowing: true, followers: 3 });
});

test('A new wall post comes first, read from views that have it, and older pages stay.', async () => {
  await opened([post(3), post(1)]);
  answers.push({ body: { success: true, id: 4 } }, { body: profile([post(4), post(3)]) });
  expect(await writePost('Mila', 'Hi', 'key')).toBeNull();
  expect(asked.at(-1)).toBe(`GET /api/profile/Mila?limit=20&after=0123abcd.${order(9)}`);
  expect(shown()).toEqual([[4], [3], [1]]);
});

test('A new reply stands last and is counted.', async () => {
  await opened([post(1, [reply(6), reply(7)], 9)]);
  answers.push({ body: { success: true, id: 8 } }, { body: [reply(8), reply(7), reply(6), reply(5)] });
  expect(await writeReply(1, 'Hi', 'key')).toBeNull();
  expect(shown()).toEqual([[1, 5, 6, 7, 8]]);
  expect(useProfile.getState().posts[0]?.reply_count).toBe(10);
});

test('Earlier replies come before those that are shown.', async () => {
  await opened([post(1, [reply(6), reply(7)], 4)]);
  answers.push({ body: [reply(5), reply(4)] });
  await loadEarlierReplies(1);
  expect(asked.at(-1)).toBe(`GET /api/profile/posts/1/replies?limit=20&cursor=${order(6)}`);
  expect(shown()).toEqual([[1, 4, 5, 6, 7]]);
  expect(useProfile.getState().posts[0]?.reply_count).toBe(4);
});

test('What was deleted goes, a reply with its count; what was refused stays.', async () => {
  await opened([post(2), post(1, [reply(6), reply(7)], 4)]);
  answers.push({ body: { success: true } }, { body: { success: true } });
  expect(await remove(6, 1, 'key')).toBeNull();
  expect(await remove(2, null, 'other')).toBeNull();
  expect(shown()).toEqual([[1, 7]]);
  expect(useProfile.getState().posts[0]?.reply_count).toBe(3);
  answers.push({ status: 403, body: { error: 'You may not do that.', code: 'forbidden' } });
  expect(await remove(1, null, 'third')).toBe('You may not do that.');
  expect(shown()).toEqual([[1, 7]]);
});

test('Who is not there is missing; a server that is away is another thing.', async () => {
  answers.push({ status: 404, body: { error: 'Profile not found.', code: 'profile-not-found' } });
  openProfile('Nobody');
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('missing'));
  answers.push({ status: 503, body: { error: 'Not now.', code: 'unavailable' } });
  openProfile('Somebody');
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('failed'));
});

test('Posts that come twice stand once, with the replies of both.', () => {
  expect(mergedPosts([post(1, [reply(5)])], [post(1, [reply(6)])])[0]?.replies.map(({ id }) => id)).toEqual([5, 6]);
});

test('A post that was taken is sent, also where it cannot be read just now.', async () => {
  await opened([post(1)]);
  answers.push({ body: { success: true, id: 4 } }, { status: 503, body: {} });
  expect(await writePost('Mila', 'Hi', 'key')).toBeNull();
  answers.push({ body: { success: true, id: 5 } }, { status: 503, body: {} });
  expect(await writeReply(1, 'Hi', 'other')).toBeNull();
  expect(shown()).toEqual([[1]]);
});
