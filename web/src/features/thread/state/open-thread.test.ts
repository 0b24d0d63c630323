import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TopicHandlers } from '../../../live/topics.js';
import { ignoredMembers } from '../../../shared/notifications/member-lists.js';
import { useSession } from '../../../shared/state/session.js';
import { lastOrder } from '../../../ui/pictures/picture-list.js';
import { anna, buildPerson, toRowPosition, buildPostRow, buildThreadRow } from '../../../testing/rows.js';
import { createReplyReader, loadAround, narrowGap } from './load-more.js';
import { openThread, prepareThread } from './open-thread.js';
import { sortPosts, useThread } from './store.js';

const live = vi.hoisted(() => ({
  handlers: null as TopicHandlers | null,
  positions: [] as (string | null)[],
  stops: 0,
}));
vi.mock('../../../live/connection.js', () => ({
  onConnect: () => () => {},
  listen: (_topic: string, position: string | null, handlers: TopicHandlers) => {
    live.handlers = handlers;
    live.positions.push(position);
    return { rejoin: (next: string | null) => live.positions.push(next), stop: () => live.stops++ };
  },
}));

const thread = buildThreadRow({ pos: '1' });
const order = toRowPosition;
const buildRow = (n: number) => buildPostRow(n, `${n}`, { id: n, pos: order(n), order: order(n) });

let posts: PostRow[];
let requests: string[];
let reads: number;
let status: number;
let room: number;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(live, { handlers: null, positions: [], stops: 0 });
  [posts, requests, reads, status, room] = [[], [], 0, 200, Infinity];
  useThread.setState({ threadId: null });
  vi.stubGlobal('fetch', async (path: string) => respond(path));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function respond(path: string): Response {
  requests.push(path);
  if (status !== 200) return Response.json({ error: 'Not found.', code: 'not-found' }, { status });
  const headers = new Headers({ 'guildhall-position': `0000abcd.${order(++reads)}` });
  if (path.includes('/acts')) return Response.json([], { headers });
  if (path.startsWith('/api/forums/threads/')) return Response.json(thread, { headers });
  const query = new URLSearchParams(path.split('?')[1]);
  const limit = Number(query.get('limit') ?? query.get('last'));
  if (query.has('last')) return buildPageBefore(posts, limit, headers);
  const aroundId = Number(query.get('around') ?? query.get('number'));
  if (aroundId > 0) return buildPage(aroundId - 1 - limit / 2, limit, headers);
  if (query.has('from')) return buildPage(Number(query.get('from')) - 1, limit, headers);
  const beforeOrder = query.get('before');
  if (beforeOrder)
    return buildPageBefore(
      posts.filter((post) => post.order < beforeOrder),
      limit,
      headers,
    );
  return buildPage(Number(query.get('cursor') ?? 0), limit, headers);
}

function buildPage(from: number, limit: number, headers: Headers): Response {
  const to = from + Math.min(limit, room);
  if (to < posts.length) headers.set('link', `</api/forums/posts/7?limit=${limit}&cursor=${to}>; rel="next"`);
  return Response.json(posts.slice(from, to), { headers });
}

function buildPageBefore(olderPosts: PostRow[], limit: number, headers: Headers): Response {
  const pageRows = olderPosts.slice(-Math.min(limit, room));
  if (pageRows.length < olderPosts.length) {
    headers.set('link', `</api/forums/posts/7?limit=${limit}&before=${pageRows[0]?.order}>; rel="prev"`);
  }
  return Response.json(pageRows, { headers });
}

const fill = (count: number) => (posts = Array.from({ length: count }, (_, n) => buildRow(n + 1)));
const listShown = () => sortPosts(useThread.getState().byId).map(({ id }) => id);
const getGaps = () => useThread.getState().gaps;
const settle = () => vi.advanceTimersByTimeAsync(0);

test('loads a short thread completely and joins it at the oldest position of the responses', async () => {
  fill(3);
  const close = openThread(7);
  await settle();
  expect(listShown()).toEqual([1, 2, 3]);
  expect(live.positions).toEqual([`0000abcd.${order(1)}`]);
  close();
  expect(live.stops).toBe(1);
});

test('does not reload a prepared thread when its page opens', async () => {
  fill(3);
  const preparedThread = prepareThread(7, () => null);
  await settle();
  await preparedThread;
  const requestsBefore = [...requests];
  const close = openThread(7, () => null);
  await settle();
  expect(listShown()).toEqual([1, 2, 3]);
  expect(requests).toEqual(requestsBefore);
  close();
  expect(live.stops).toBe(1);
});

test('renders a prepared thread after a timeout and closes it when another opens', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const preparedThread = prepareThread(7, () => null);
  await vi.advanceTimersByTimeAsync(500);
  await preparedThread;
  expect(useThread.getState().status).toBe('loading');
  openThread(8);
  expect(useThread.getState().threadId).toBe(8);
});

test('shows a thread only after the list of ignored members has loaded or failed to load', async () => {
  fill(1);
  useSession.setState({ user: anna });
  onTestFinished(() => useSession.setState({ user: null }));
  let respondToList!: (response: Response) => void;
  const ignoredList = new Promise<Response>((resolve) => (respondToList = resolve));
  vi.stubGlobal('fetch', (path: string) => (path === '/api/ignored' ? ignoredList : respond(path)));
  const close = openThread(7);
  await settle();
  expect(useThread.getState().status).toBe('loading');
  respondToList(new Response('', { status: 503 }));
  await settle();
  expect(listShown()).toEqual([1]);
  close();
});

test('loads both ends of a long thread and fills the gap page by page from either side', async () => {
  fill(75);
  openThread(7);
  await settle();
  expect(listShown()).toHaveLength(40);
  expect(getGaps()).toEqual([{ after: order(20), before: order(56) }]);
  expect(useThread.getState().unseen).toEqual([]);
  await narrowGap(getGaps()[0]!, 'later');
  expect(getGaps()).toEqual([{ after: order(40), before: order(56) }]);
  await narrowGap(getGaps()[0]!, 'earlier');
  expect(getGaps()).toEqual([]);
  expect(listShown()).toEqual(posts.map(({ id }) => id));
});

test('reads replies for the lightbox from either side of a gap without adding them to the page', async () => {
  fill(75);
  room = 10;
  openThread(7);
  await settle();
  expect(getGaps()).toEqual([{ after: order(10), before: order(66) }]);
  ignoredMembers.useList.setState({ status: 'ready', people: [buildPerson(5, 'Bram')] });
  posts = posts.map((post) => (post.id === 12 ? { ...post, user_id: 5 } : post));
  const reader = createReplyReader();
  const read = async (backwards: boolean) => {
    const replies = await reader.read(order(3), order(70), backwards);
    return replies.map((reply) => Number(reply.order));
  };
  expect(await read(false), 'without an ignored member').toEqual([11, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(await read(true)).toEqual([56, 57, 58, 59, 60, 61, 62, 63, 64, 65]);
  expect([reader.isMissing(order(3), order(20)), reader.isMissing(order(3), order(70))]).toEqual([false, true]);
  for (let reads = 0; reads < 4; reads++) await read(false);
  expect(reader.isMissing('', lastOrder)).toBe(false);
  expect(listShown()).toHaveLength(20);
  expect(getGaps()).toHaveLength(1);
});

test('the lightbox reads each of two gaps, even if the page of one extends into the other', async () => {
  fill(119);
  openThread(7, () => ({ kind: 'around', value: 60 }));
  await settle();
  const [first, second] = [
    { after: order(20), before: order(50) },
    { after: order(69), before: order(100) },
  ];
  expect(getGaps()).toEqual([first, second]);
  for (const backwards of [false, true]) {
    const reader = createReplyReader();
    const near = backwards ? second : first;
    const far = backwards ? first : second;
    await reader.read(near.after, near.before, backwards);
    expect(reader.isMissing(near.after, near.before)).toBe(false);
    expect(reader.isMissing(far.after, far.before)).toBe(true);
    const replies = await reader.read(far.after, far.before, backwards);
    expect(replies.map(({ order }) => order)).toContain(order(backwards ? 30 : 90));
    expect(reader.isMissing('', lastOrder)).toBe(false);
  }
});

test('does not mistake a short page of long replies for the end of the thread', async () => {
  fill(30);
  room = 4;
  openThread(7);
  await settle();
  expect(listShown()).toEqual([1, 2, 3, 4, 27, 28, 29, 30]);
  await narrowGap(getGaps()[0]!, 'later');
  await narrowGap(getGaps()[0]!, 'earlier');
  expect(listShown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(getGaps()).toEqual([{ after: order(8), before: order(23) }]);
  live.handlers?.resync();
  await vi.runAllTimersAsync();
  expect(listShown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 23, 24, 25, 26, 27, 28, 29, 30]);
  while (getGaps().length > 0) await narrowGap(getGaps()[0]!, 'earlier');
  expect(listShown()).toEqual(posts.map(({ id }) => id));
});

test('a resync reloads all shown replies once, removes deleted ones and counts new ones', async () => {
  fill(5);
  openThread(7);
  await settle();
  posts = [buildRow(1), buildRow(3), buildRow(4), buildRow(5), buildRow(6), buildRow(7)];
  requests = [];
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listShown()).toEqual([1, 3, 4, 5, 6, 7]);
  expect(useThread.getState().unseen).toEqual([6, 7]);
  expect(requests.filter((path) => path.includes('/posts/'))).toHaveLength(1);
  expect(live.positions).toHaveLength(2);
});

test('distinguishes a missing thread from one that disappears while it is open', async () => {
  status = 404;
  openThread(7);
  await settle();
  expect(useThread.getState().status).toBe('missing');
  status = 200;
  fill(1);
  openThread(7);
  await settle();
  expect(useThread.getState().status).toBe('ready');
  status = 404;
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(useThread.getState().status).toBe('gone');
});

test("retains a thread's rows during a server outage and goes live again afterwards", async () => {
  fill(2);
  openThread(7);
  await settle();
  status = 503;
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listShown()).toEqual([1, 2]);
  status = 200;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(live.positions).toHaveLength(2);
});

test('does not subscribe to a thread that is closed before it has loaded', async () => {
  fill(2);
  openThread(7)();
  await settle();
  expect(live.positions).toEqual([]);
});

test('loads replies around the one in the URL, and a resync reloads all loaded ranges', async () => {
  fill(500);
  openThread(7, () => ({ kind: 'around', value: 250 }));
  await settle();
  expect(listShown()).toHaveLength(60);
  expect(getGaps()).toEqual([
    { after: order(20), before: order(240) },
    { after: order(259), before: order(481) },
  ]);
  expect(live.positions).toHaveLength(1);
  posts = posts.filter(({ id }) => id !== 250);
  posts.push(buildRow(501));
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listShown()).not.toContain(250);
  expect(listShown()).toEqual(expect.arrayContaining([240, 249, 251, 259, 481, 501]));
  expect(useThread.getState().unseen).toEqual([501]);
});

test('retains the loaded rows during a thread reload', async () => {
  fill(500);
  openThread(7);
  await settle();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/forums/threads/')) await gate;
    return respond(path);
  });
  live.handlers?.resync();
  await vi.advanceTimersByTimeAsync(10_000);
  await loadAround('around', '250');
  release();
  await settle();
  expect(listShown()).toEqual(expect.arrayContaining([1, 20, 250, 481, 500]));
  expect(getGaps()).toHaveLength(2);
});

test('retains at most 200 loaded rows while the reader scrolls through 5,000 replies', async () => {
  fill(5_000);
  openThread(7);
  await settle();
  for (let pages = 0; pages < 30; pages++) await narrowGap(getGaps()[getGaps().length - 1]!, 'later');
  expect(listShown().length).toBeLessThanOrEqual(200);
  expect(listShown()).toEqual(expect.arrayContaining([1, 20, 600, 4_981, 5_000]));
  expect(await loadAround('number', '3000')).toMatchObject({ id: 3_000 });
  expect(listShown().length).toBeLessThanOrEqual(200);
  expect(listShown()).toEqual(expect.arrayContaining([2_995, 3_005]));
});
