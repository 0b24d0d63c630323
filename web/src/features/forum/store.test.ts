import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../shared/state/session.js';
import { threadSummary } from '../../testing/rows.js';
import { applyRows, isFresh, loadMore, listVisibleRows, useThreadList } from './store.js';

vi.mock('../../live/connection.js', () => ({ listen: () => ({ stop: () => {}, rejoin: () => {} }) }));

const place = { section_id: 3, subsection_id: null, sort: 'latest', prefixId: null, author: '' } as const;

const thread = (id: number, lastPostAt: string, more: Partial<ThreadSummary> = {}) =>
  ({ kind: 'summary', ...threadSummary({ id, pos: lastPostAt, last_post_at: lastPostAt, ...more }) }) as const;

beforeEach(() => {
  const empty = { byId: {}, removed: {}, openedAt: '', order: null, waiting: {} };
  useThreadList.setState({ scope: JSON.stringify(place), status: 'ready', next: null, ...empty });
});

const shownIds = () => listVisibleRows(useThreadList.getState()).map(({ id }) => id);
const freshIds = () => {
  const state = useThreadList.getState();
  return listVisibleRows(state)
    .filter((row) => isFresh(state, row))
    .map(({ id }) => id);
};
const waitingIds = () => Object.keys(useThreadList.getState().waiting).map(Number);

function setRows(rows: ThreadSummary[], next: string | null = null): void {
  useThreadList.setState({
    byId: Object.fromEntries(rows.map((row) => [row.id, row])),
    order: rows.map(({ id }) => id),
    next,
  });
}

test('a thread is no longer marked as fresh while its new reply is deleted', () => {
  applyRows(place, [thread(1, '10'), thread(2, '30')]);
  useThreadList.setState({ openedAt: '30' });
  for (const [pos, at, expected] of [
    ['40', '40', [1]],
    ['50', '10', []],
    ['60', '40', [1]],
  ] as const) {
    applyRows(place, [thread(1, at, { pos })]);
    expect(freshIds()).toEqual(expected);
  }
});

test("the reader's own reply does not mark its thread as fresh", () => {
  useSession.setState({ user: { ...useSession.getState().user, id: 5 } as never });
  applyRows(place, [thread(1, '10')]);
  useThreadList.setState({ openedAt: '30' });
  applyRows(place, [thread(1, '40', { last_user_id: 5 })]);
  expect(shownIds()).toEqual([1]);
  expect(freshIds()).toEqual([]);
  useSession.setState({ user: null });
});

test('ignores the response for a place that the reader has left', async () => {
  let respond = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  applyRows(place, [thread(1, '10')]);
  useThreadList.setState({ next: '/api/next' });
  const loading = loadMore();
  useThreadList.setState({ loads: 1, byId: {}, next: '/api/next' });
  respond(Response.json([thread(9, '05')]));
  await loading;
  expect(shownIds()).toEqual([]);
  vi.unstubAllGlobals();
});

test('sorts threads by number of replies, then by creation', () => {
  const sortedByReplies = { ...place, sort: 'replies' } as const;
  setRows(
    [thread(1, '10', { reply_count: 5, created_at: '10' }), thread(2, '30', { reply_count: 3, created_at: '20' })],
    '/api/next',
  );
  const newerThread = thread(3, '50', { reply_count: 3, created_at: '30' });
  const older = thread(4, '50', { reply_count: 3, created_at: '15' });
  applyRows(sortedByReplies, [newerThread, older]);
  expect(waitingIds()).toEqual([3]);
});

test('removes a moved or deleted thread from the list', () => {
  applyRows(place, [thread(1, '10'), thread(2, '30')]);
  applyRows(place, [thread(1, '40', { subsection_id: 9 }), { kind: 'summary', id: 2, pos: '50', removed: true }]);
  expect(shownIds()).toEqual([]);
});

test('ignores a thread below the last loaded one until its page is loaded', () => {
  applyRows(place, [thread(1, '20'), thread(2, '30')]);
  useThreadList.setState({ next: '/api/next' });
  applyRows(place, [thread(3, '10'), thread(4, '25')]);
  expect(shownIds()).toEqual([2, 4, 1]);
});

test('removes a thread whose prefix changes from a list filtered by prefix', () => {
  const bug = { id: 71, label: 'Bug', color: 'red' } as const;
  const filteredPlace = { ...place, prefixId: 71 };
  applyRows(filteredPlace, [thread(1, '10', { prefix: bug }), thread(2, '20')]);
  expect(Object.keys(useThreadList.getState().byId)).toEqual(['1']);
  applyRows(filteredPlace, [thread(1, '30', { prefix: null })]);
  expect(Object.keys(useThreadList.getState().byId)).toEqual([]);
});

test('updates counts without reordering a fixed list and counts missing threads', () => {
  const sortedByReplies = { ...place, sort: 'replies' } as const;
  setRows([thread(1, '10', { reply_count: 5 }), thread(2, '30', { reply_count: 3 })]);
  applyRows(sortedByReplies, [thread(2, '40', { reply_count: 9 }), thread(3, '50', { sticky: true })]);
  expect(shownIds()).toEqual([1, 2]);
  expect(useThreadList.getState().byId[2]?.reply_count).toBe(9);
  expect(waitingIds()).toEqual([3]);
  applyRows(sortedByReplies, [{ kind: 'summary', id: 1, pos: '60', removed: true }]);
  expect(shownIds()).toEqual([2]);
});

test('does not count a missing thread that belongs to a later page or no longer matches', () => {
  const unanswered = { ...place, sort: 'unanswered' } as const;
  setRows([thread(1, '10', { created_at: '10' })], '/api/next');
  const older = thread(2, '50', { created_at: '05' });
  const repliedThread = thread(3, '50', { created_at: '50', reply_count: 1 });
  applyRows(unanswered, [older, repliedThread]);
  expect(waitingIds()).toEqual([]);
  applyRows(unanswered, [thread(4, '60', { created_at: '60' })]);
  expect(waitingIds()).toEqual([4]);
});

test('a thread that gets a reply remains in the list of unanswered threads', () => {
  setRows([thread(1, '10'), thread(2, '05')]);
  applyRows({ ...place, sort: 'unanswered' }, [thread(1, '40', { reply_count: 1 })]);
  expect(shownIds()).toEqual([1, 2]);
});

test("lists only a single author's threads, ignoring the case of the name", () => {
  applyRows({ ...place, author: 'mila' }, [thread(1, '10', { username: 'Mila' }), thread(2, '20')]);
  expect(shownIds()).toEqual([1]);
});
