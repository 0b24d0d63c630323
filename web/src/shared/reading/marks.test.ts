import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../state/session.js';
import { loadMarks, findThreadsReadFurther, countUnread, setRead, useMarks, writeRead } from './marks.js';
import { buildThreadSummary } from '../../testing/rows.js';
import { getPlaceKey } from './counts.js';
import { applyToPlaceMarks, markPlaceRead } from './place-marks.js';
import { listUnsentMarks } from './unsent-marks.js';

const connected = vi.hoisted(() => new Set<() => void>());
vi.mock('../../live/connection.js', () => ({ onConnect: (listener: () => void) => connected.add(listener) }));

const buildRow = (reply_count: number, last_post_at: string, last_user_id = 2) => ({
  reply_count,
  last_post_at,
  last_user_id,
});
const mark = { unread: false, order: '05', seen: 3, at: '2026-11-21T12:00:00Z' };

beforeEach(() => {
  useMarks.setState({ byThread: {}, places: {} });
  useSession.setState({ user: null });
});
afterEach(() => vi.unstubAllGlobals());

test('counts only unread replies after the mark, and none without a mark', () => {
  expect(countUnread(buildRow(3, mark.at), undefined)).toBe(0);
  expect(countUnread(buildRow(3, mark.at), mark)).toBe(0);
  expect(countUnread(buildRow(5, '2026-11-21T12:05:00Z'), mark)).toBe(2);
});

test('a new thread has no unread count, and a thread with new replies counts at least one', () => {
  expect(countUnread(buildRow(3, mark.at), { unread: true, order: null, seen: null, at: mark.at })).toBeNull();
  expect(countUnread(buildRow(3, mark.at), { ...mark, unread: true })).toBe(1);
});

test('a muted thread has no unread replies, even after the member has read it', () => {
  const fresh = buildRow(5, '2026-11-21T12:05:00Z');
  useMarks.setState({ byThread: { 7: { ...mark, muted: true } } });
  expect(countUnread(fresh, useMarks.getState().byThread[7])).toBe(0);
  setRead(7, mark);
  expect(countUnread(fresh, useMarks.getState().byThread[7])).toBe(0);
});

test("stores a guest's read marks in their browser", async () => {
  setRead(7, mark);
  useMarks.setState({ byThread: {}, places: {} });
  await loadMarks([7, 8]);
  expect(useMarks.getState().byThread).toEqual({ 7: mark });
});

test("stores a guest's read marks for the last 300 threads they opened", async () => {
  const loadMarked = async (...ids: number[]) => {
    useMarks.setState({ byThread: {}, places: {} });
    await loadMarks(ids);
    return Object.keys(useMarks.getState().byThread).map(Number);
  };
  const read = (id: number, seen = 3) => setRead(id, { ...mark, seen });
  for (let id = 1; id <= 300; id++) read(id);
  expect(await loadMarked(1, 300)).toEqual([1, 300]);
  read(301);
  expect(await loadMarked(1, 2, 300, 301)).toEqual([2, 300, 301]);
  read(2, 4); // Thread 2 is read again, so it is now the newest entry.
  for (let id = 302; id <= 600; id++) read(id);
  expect(await loadMarked(2, 301, 302, 600)).toEqual([2, 302, 600]);
  expect(useMarks.getState().byThread[2]).toMatchObject({ seen: 4 });
  read(601);
  expect(await loadMarked(2, 302, 601)).toEqual([302, 601]);
});

test('a late response to an earlier request does not move a read mark back', async () => {
  useSession.setState({ user: { id: 1 } as never });
  const lateResponse = { thread_id: 7, unread: true, order: '04', seen: 2, last_post_at: mark.at };
  vi.stubGlobal('fetch', async () => Response.json([lateResponse]));
  setRead(7, mark);
  await loadMarks([7]);
  expect(useMarks.getState().byThread[7]).toEqual(mark);
});

test('ignores a response from before everything was marked as read', async () => {
  useSession.setState({ user: { id: 1 } as never });
  const lateResponse = { thread_id: 7, unread: true, order: null, seen: null, last_post_at: mark.at };
  let respond = (_: Response): void => {};
  const answer = new Promise<Response>((resolve) => (respond = resolve));
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('threads=') ? answer : Promise.resolve(Response.json(address.includes('places') ? [] : {})),
  );
  const load = loadMarks([7]);
  await markPlaceRead(1, null, [{ id: 7, ...buildRow(3, mark.at) } as ThreadSummary]);
  respond(Response.json([lateResponse]));
  await load;
  expect(useMarks.getState().byThread[7]?.unread).toBe(false);
});

test('sends a read mark again after the next mark or a reconnect if it failed temporarily', async () => {
  useSession.setState({ user: { id: 1 } as never });
  const sent: string[] = [];
  let responses: number[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    sent.push(`${path.split('/').at(-2)} ${(JSON.parse(body as string) as { order: string }).order}`);
    const status = responses.shift() ?? 200;
    return status === 0 ? Promise.reject(new TypeError('offline')) : Promise.resolve(Response.json({}, { status }));
  });
  responses = [0, 429];
  writeRead(7, '01');
  writeRead(7, '02');
  await vi.waitFor(() => expect(sent).toEqual(['7 01', '7 02']));
  sent.length = 0;
  responses = [404];
  writeRead(8, '03');
  await vi.waitFor(() => expect(sent).toEqual(['8 03', '7 02']));
  sent.length = 0;
  responses = [503];
  writeRead(7, '05');
  await vi.waitFor(() => expect(sent).toEqual(['7 05']));
  for (const listener of connected) listener();
  await vi.waitFor(() => expect(sent).toEqual(['7 05', '7 05']));
});

test('sends a mark only once while it is on its way', async () => {
  useSession.setState({ user: { id: 1 } as never });
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  const respond = (index: number) => responses[index]?.(Response.json({}));
  writeRead(7, '11');
  writeRead(8, '12');
  writeRead(9, '13');
  respond(0);
  await vi.waitFor(() => expect(listUnsentMarks(1).map(([id]) => id)).toEqual([8, 9]));
  for (const listener of connected) listener();
  respond(1);
  respond(2);
  await vi.waitFor(() => expect(listUnsentMarks(1)).toEqual([]));
  expect(responses).toHaveLength(3);
});

test("does not count the reader's own reply as new", () => {
  useSession.setState({ user: { id: 1 } as never });
  expect(countUnread(buildRow(4, '2026-11-21T12:05:00Z', 1), mark)).toBe(0);
  expect(countUnread(buildRow(4, '2026-11-21T12:05:00Z', 1), { ...mark, unread: true })).toBe(1);
});

test('requests only the read marks of threads that were read further elsewhere', () => {
  setRead(7, mark);
  expect(findThreadsReadFurther([7, 8], [{ id: 7, order: '05' }])).toEqual([]);
  expect(findThreadsReadFurther([7, 8], [{ id: 7, order: '06' }])).toEqual([7]);
  expect(findThreadsReadFurther([7, 8], [{ id: 8, order: '01' }])).toEqual([8]);
  expect(findThreadsReadFurther([7, 8], [{ id: 0, order: null }])).toEqual([7, 8]);
});

test('ignores the read marks of a member who has since logged out', async () => {
  useSession.setState({ user: { id: 1 } as never });
  let respond = (_: Response): void => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const load = loadMarks([7]);
  useSession.setState({ user: { id: 2 } as never });
  respond(Response.json([{ thread_id: 7, unread: true, order: '04', seen: 2, last_post_at: mark.at }]));
  await load;
  expect(useMarks.getState().byThread).toEqual({});
});

test('counts a thread as unread if a new post arrived after its place was loaded but before its mark was', () => {
  const key = getPlaceKey(1, null);
  useMarks.setState({ byThread: { 7: { ...mark, unread: true } }, places: { [key]: { unread: [], newestAt: '' } } });
  applyToPlaceMarks([{ kind: 'summary', ...buildThreadSummary({ id: 7, section_id: 1, last_post_at: mark.at }) }]);
  expect(useMarks.getState().places[key]?.unread).toEqual([7]);
});
