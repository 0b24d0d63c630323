import type { ThreadSummary } from '@guildhall/domain/wire/schemas/threads.js';
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

test('A thread without a mark, and one read to its end, say nothing; a reply that comes then is counted.', () => {
  expect(unreadIn(row(3, mark.at), undefined)).toBe(0);
  expect(unreadIn(row(3, mark.at), mark)).toBe(0);
  expect(unreadIn(row(5, '2026-11-21T12:05:00Z'), mark)).toBe(2);
});

test('A thread that was never opened is new without a number; one with news has at least one.', () => {
  expect(unreadIn(row(3, mark.at), { unread: true, order: null, seen: null, at: mark.at })).toBeNull();
  expect(unreadIn(row(3, mark.at), { ...mark, unread: true })).toBe(1);
});

test('What a guest has read stays in his browser, thread by thread.', async () => {
  setRead(7, mark);
  useMarks.setState({ byThread: {}, places: {} });
  await loadMarks([7, 8]);
  expect(useMarks.getState().byThread).toEqual({ 7: mark });
});

test('A mark that was asked for before does not take back what was read meanwhile.', async () => {
  useSession.setState({ user: { id: 1 } as never }); // of the person only the id is read
  const late = { thread_id: 7, unread: true, order: '04', seen: 2, last_post_at: mark.at };
  vi.stubGlobal('fetch', async () => Response.json([late]));
  setRead(7, mark);
  await loadMarks([7]);
  expect(useMarks.getState().byThread[7]).toEqual(mark);
});

test('An answer from before everything was marked as read does not make it unread again.', async () => {
  useSession.setState({ user: { id: 1 } as never }); // of the person only the id is read
  const late = { thread_id: 7, unread: true, order: null, seen: null, last_post_at: mark.at };
  let give = (_: Response): void => {};
  const answer = new Promise<Response>((resolve) => (give = resolve));
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('threads=') ? answer : Promise.resolve(Response.json(address.includes('places') ? [] : {})),
  );
  const asked = loadMarks([7]);
  await markPlaceRead(1, null, [{ id: 7, ...row(3, mark.at) } as ThreadSummary]); // no more of a row is looked at
  give(Response.json([late]));
  await asked;
  expect(useMarks.getState().byThread[7]?.unread).toBe(false);
});
