import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { Profile, WallPostRow, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TopicHandlers } from '../../../../live/topics.js';
import { publishMember } from '../../../../shared/state/member-names.js';
import { useSession } from '../../../../shared/state/session.js';
import { openProfile } from './open-profile.js';
import { loadEarlierReplies, loadMorePosts, loadUpToPost, useProfile } from './store.js';
import { follow, writeReply } from './actions.js';
import { listShownPosts } from './wall-rows.js';

const live = vi.hoisted(() => ({
  handlers: null as TopicHandlers | null,
  joins: [] as (string | null)[],
  stops: 0,
}));
vi.mock('../../../../live/connection.js', () => ({
  listen: (topic: string, position: string | null, handlers: TopicHandlers) => {
    live.handlers = handlers;
    live.joins.push(`${topic} ${position}`);
    return { rejoin: (next: string | null) => live.joins.push(next), stop: () => live.stops++ };
  },
}));

const at = '2026-11-21T12:00:00.000Z';
const buildOrder = (n: number) => String(n).padStart(20, '0');
const text = { content: 'Hi', content_html: '<p>Hi</p>', created_at: at };
const buildReply = (id: number, post_id = 1): WallReplyRow => ({
  id,
  post_id,
  pos: buildOrder(id),
  order: buildOrder(id),
  user_id: 9,
  user_name: 'Bram',
  user_avatar: null,
  ...text,
});
const post = (id: number, replies: WallReplyRow[] = [], reply_count = replies.length): WallPostRow => ({
  id,
  pos: buildOrder(id),
  order: buildOrder(id),
  owner_id: 5,
  author_id: 9,
  author_name: 'Bram',
  author_avatar: null,
  ...text,
  reply_count,
  replies,
});
const buildProfile = (posts: WallPostRow[]): Profile => ({
  user: { id: 5, username: 'Mila', avatar_url: null, role: null, created_at: at, post_count: 3 },
  about: { title: null, bio: null, links: [] },
  seen: null,
  followers: 2,
  following: 1,
  posts,
  isFollowing: false,
  game_accounts: [],
});

const open: (() => void)[] = [];
let responses: { status?: number; body: unknown }[];
let requestedPaths: string[];
/** The views' checkpoint, as sent with every response. */
let checkpoint: number;

beforeEach(() => {
  for (const close of open.splice(0)) close();
  useSession.setState({ user: undefined });
  useProfile.setState(useProfile.getInitialState(), true);
  responses = [];
  requestedPaths = [];
  checkpoint = 9;
  Object.assign(live, { handlers: null, joins: [], stops: 0 });
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    requestedPaths.push(`${method} ${address}`);
    const { status = 200, body } = responses.shift() ?? { status: 500, body: {} };
    const headers = { 'guildhall-position': `0123abcd.${buildOrder(checkpoint)}` };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function openWall(posts: WallPostRow[]): Promise<void> {
  responses.push({ body: buildProfile(posts) });
  open.push(openProfile('Mila'));
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('ready'));
}
const listWall = () => listShownPosts(useProfile.getState().wall);
const listShownIds = () => listWall().map(({ id, replies }) => [id, ...replies.map((reply) => reply.id)]);

test('counts a follow once the server accepts it, or shows why it was rejected', async () => {
  await openWall([]);
  checkpoint = 10;
  responses.push({ body: { success: true } }, { body: { ...buildProfile([]), isFollowing: true, followers: 3 } });
  await follow('Mila', true, 'key');
  expect(useProfile.getState().profile).toMatchObject({ isFollowing: true, followers: 3 });
  responses.push({ status: 401, body: { error: 'Login required!', code: 'login-required' } });
  await expect(follow('Mila', false, 'key')).rejects.toThrow('Login required!');
  expect(useProfile.getState().profile).toMatchObject({ isFollowing: true, followers: 3 });
});

test('adds a new wall reply at the end and counts it', async () => {
  await openWall([post(1, [buildReply(6), buildReply(7)], 9)]);
  responses.push(
    { body: { success: true, id: 8 } },
    { body: buildProfile([post(1, [buildReply(7), buildReply(8)], 10)]) },
    { body: [buildReply(6), buildReply(5)] },
  );
  await writeReply(1, 'Hi', 'key');
  expect(listShownIds()).toEqual([[1, 5, 6, 7, 8]]);
  expect(listWall()[0]?.reply_count).toBe(10);
});

test('loads up to an old post even if the profile is read again or a page is being loaded', async () => {
  vi.stubGlobal('fetch', (address: string) => {
    const id = Number(/cursor=(\d+)/.exec(address)?.[1] ?? 9);
    const headers = new Headers({ 'guildhall-position': `0123abcd.${buildOrder(checkpoint)}` });
    if (id > 7) headers.set('link', `</api/profile/Mila?cursor=${id - 1}>; rel="next"`);
    return Promise.resolve(Response.json(buildProfile([post(id)]), { headers }));
  });
  open.push(openProfile('Mila'));
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('ready'));
  const firstPage = loadMorePosts();
  const search = loadUpToPost(7);
  await Promise.all([useProfile.getState().reread(null), firstPage, search]);
  expect(listShownIds()).toEqual([[9], [8], [7]]);
});

test('distinguishes a member who does not exist from an unavailable server', async () => {
  responses.push({ status: 404, body: { error: 'Profile not found.', code: 'profile-not-found' } });
  openProfile('Nobody');
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('missing'));
  responses.push({ status: 503, body: { error: 'Not now.', code: 'unavailable' } });
  openProfile('Somebody');
  await vi.waitFor(() => expect(useProfile.getState().status).toBe('failed'));
});

test('applies live changes to a profile exactly once', async () => {
  await openWall([post(3), post(1, [buildReply(6)])]);
  expect(live.joins).toEqual([`profile:5 0123abcd.${buildOrder(9)}`]);
  const numbers = { kind: 'profile', id: 5, followers: 4, following: 1, post_count: 7 } as const;
  const response = { ...post(1, [buildReply(6), buildReply(11)]), pos: buildOrder(11) };
  live.handlers?.rows([
    { ...numbers, pos: buildOrder(9), followers: 99 },
    { ...numbers, pos: buildOrder(10) },
    { kind: 'wallreply', ...buildReply(11) },
    { kind: 'wallpost', ...response },
    { kind: 'wallpost', id: 3, pos: buildOrder(12), removed: true },
    { kind: 'wallpost', ...post(3) },
  ]);
  expect(listShownIds()).toEqual([[1, 6, 11]]);
  expect(listWall()[0]?.reply_count).toBe(2);
  expect(useProfile.getState().profile).toMatchObject({ followers: 4, user: { post_count: 7 } });
});

test("applies the newest follow state received on the member's own topic", async () => {
  useSession.setState({ user: { id: 7 } as Me });
  await openWall([]);
  expect(live.joins).toEqual(['profile:5', 'member:7'].map((topic) => `${topic} 0123abcd.${buildOrder(9)}`));
  const isFollowing = () => useProfile.getState().profile?.isFollowing;
  const sendFollow = (n: number, now: boolean, id = 5) =>
    live.handlers?.rows([{ kind: 'follows', id, pos: buildOrder(n), follows: now }]);
  sendFollow(8, true);
  expect(isFollowing()).toBe(false);
  sendFollow(12, true);
  expect(isFollowing()).toBe(true);
  sendFollow(11, false);
  sendFollow(13, false, 6);
  expect(isFollowing()).toBe(true);
});

test("subscribes to the member's own topic even if the login is known only after the profile", async () => {
  await openWall([]);
  expect(live.joins).toEqual([`profile:5 0123abcd.${buildOrder(9)}`]);
  responses.push({ body: buildProfile([]) });
  useSession.setState({ user: { id: 7 } as Me });
  await vi.waitFor(() => expect(live.joins).toContain(`member:7 0123abcd.${buildOrder(9)}`));
});

test('a resync reloads as much of the profile as was shown, and reports an erased one', async () => {
  vi.useFakeTimers();
  responses.push({ body: buildProfile([post(8, [buildReply(9)]), post(1, [buildReply(6), buildReply(7)], 4)]) });
  const close = openProfile('Mila');
  await vi.advanceTimersByTimeAsync(0);
  responses.push({ body: [buildReply(5), buildReply(4)] });
  await loadEarlierReplies(1);
  checkpoint = 20;
  responses.push(
    { body: buildProfile([post(1, [buildReply(6), buildReply(7)], 4)]) },
    { body: [buildReply(5), buildReply(4)] },
  );
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listShownIds()).toEqual([[1, 4, 5, 6, 7]]);
  expect(live.joins.at(-1)).toBe(`0123abcd.${buildOrder(20)}`);
  responses.push({ status: 404, body: { error: 'Profile not found.', code: 'profile-not-found' } });
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(useProfile.getState().status).toBe('missing');
  close();
  expect(live.stops).toBe(1);
  vi.useRealTimers();
});

test("shows a renamed member's new name everywhere, but no profile after an erasure", async () => {
  await openWall([post(1, [buildReply(6)])]);
  publishMember({ id: 9, pos: buildOrder(30), username: 'Bob', avatar_url: '/b', role: null });
  publishMember({ id: 5, pos: buildOrder(31), username: 'Milou', avatar_url: null, role: 'Builder' });
  expect(listWall()[0]).toMatchObject({ author_name: 'Bob', author_avatar: '/b', replies: [{ user_name: 'Bob' }] });
  expect(useProfile.getState().profile?.user).toMatchObject({ username: 'Milou', role: 'Builder' });
  publishMember({ id: 5, pos: buildOrder(32), username: '[deleted]', avatar_url: null, role: null });
  expect(useProfile.getState().status).toBe('missing');
});
