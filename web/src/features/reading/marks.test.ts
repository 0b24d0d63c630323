import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../shared/state/session.js';
import { loadMarks, markPlaceRead, unreadIn, setRead, useMarks } from './marks.js';

const row = (reply_count: number, last_post_at: string) => ({ reply_count, last_post_at });
const mark = { unread: false, order: '05', seen: 3, at: '2026-11-21T12:00:00Z' };

beforeEach(() => {
  useMarks.setState({ byThread: {}, places: {} });
  useSession.setState({ user: null });
});
afterEach(() => vi.unstubAllGlobals());

test('shows nothing for a thread without a mark or read to its end, and counts a reply that comes then', () => {
  expect(unreadIn(row(3, mark.at), undefined)).toBe(0);
  expect(unreadIn(row(3, mark.at), mark)).toBe(0);
  expect(unreadIn(row(5, '2026-11-21T12:05:00Z'), mark)).toBe(2);
});

test('shows a thread that was never opened as new without a number, and one with new replies with at least one', () => {
  expect(unreadIn(row(3, mark.at), { unread: true, order: null, seen: null, at: mark.at })).toBeNull();
  expect(unreadIn(row(3, mark.at), { ...mark, unread: true })).toBe(1);
});

test("keeps a guest's marks in their browser, thread by thread", async () => {
  setRead(7, mark);
  useMarks.setState({ byThread: {}, places: {} });
  await loadMarks([7, 8]);
  expect(useMarks.getState().byThread).toEqual({ 7: mark });
});

test('does not move a mark back to one that was requested before', async () => {
  useSession.setState({ user: { id: 1 } as never }); // only the person's id is read
  const late = { thread_id: 7, unread: true, order: '04', seen: 2, last_post_at: mark.at };
  vi.stubGlobal('fetch', async () => Response.json([late]));
  setRead(7, mark);
  await loadMarks([7]);
  expect(useMarks.getState().byThread[7]).toEqual(mark);
});

test('ignores a response from before everything was marked as read', async () => {
  useSession.setState({ user: { id: 1 } as never }); // only the person's id is read
  const late = { thread_id: 7, unread: true, order: null, seen: null, last_post_at: mark.at };
  let give = (_: Response): void => {};
  const answer = new Promise<Response>((resolve) => (give = resolve));
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('threads=') ? answer : Promise.resolve(Response.json(address.includes('places') ? [] : {})),
  );
  const asked = loadMarks([7]);
  await markPlaceRead(1, null, [{ id: 7, ...row(3, mark.at) } as ThreadSummary]); // no other field of a row is read
  give(Response.json([late]));
  await asked;
  expect(useMarks.getState().byThread[7]?.unread).toBe(false);
});
