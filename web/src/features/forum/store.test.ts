import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../shared/state/session.js';
import { buildThreadSummary } from '../../testing/rows.js';
import { applyRows, isFresh, loadMore, listVisibleRows, useThreadList } from './store.js';

vi.mock('../../live/connection.js', () => ({
  listen: () => ({ stop: () => {}, rejoin: () => {} }),
  onConnect: () => () => {},
}));

const place = { section_id: 3, subsection_id: null, sort: 'latest', prefixId: null, author: '' } as const;

const buildThread = (id: number, lastPostAt: string, more: Partial<ThreadSummary> = {}) =>
  ({ kind: 'summary', ...buildThreadSummary({ id, pos: lastPostAt, last_post_at: lastPostAt, ...more }) }) as const;

beforeEach(() => {
  const empty = { byId: {}, removed: {}, openedAt: '', order: null, waiting: {} };
  useThreadList.setState({ scope: JSON.stringify(place), status: 'ready', next: null, ...empty });
});

const listShownIds = () => listVisibleRows(useThreadList.getState()).map(({ id }) => id);
const listFreshIds = () => {
  const state = useThreadList.getState();
  return listVisibleRows(state)
    .filter((row) => isFresh(state, row))
    .map(({ id }) => id);
};
const listWaitingIds = () => Object.keys(useThreadList.getState().waiting).map(Number);

function setRows(rows: ThreadSummary[], next: string | null = null): void {
  useThreadList.setState({
    byId: Object.fromEntries(rows.map((row) => [row.id, row])),
    order: rows.map(({ id }) => id),
    next,
  });
}

test('a thread is no longer marked as fresh while its new reply is deleted', () => {
  applyRows(place, [buildThread(1, '10'), buildThread(2, '30')]);
  useThreadList.setState({ openedAt: '30' });
  for (const [pos, at, expected] of [
    ['40', '40', [1]],
    ['50', '10', []],
    ['60', '40', [1]],
  ] as const) {
    applyRows(place, [buildThread(1, at, { pos })]);
    expect(listFreshIds()).toEqual(expected);
  }
});

test("the reader's own reply does not mark its thread as fresh", () => {
  useSession.setState({ user: { ...useSession.getState().user, id: 5 } as never });
  applyRows(place, [buildThread(1, '10')]);
  useThreadList.setState({ openedAt: '30' });
  applyRows(place, [buildThread(1, '40', { last_user_id: 5 })]);
  expect(listShownIds()).toEqual([1]);
  expect(listFreshIds()).toEqual([]);
  useSession.setState({ user: null });
});

test('ignores the response for a place that the reader has left', async () => {
  let respond = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  applyRows(place, [buildThread(1, '10')]);
  useThreadList.setState({ next: '/api/next' });
  const load = loadMore();
  useThreadList.setState({ loads: 1, byId: {}, next: '/api/next' });
  respond(Response.json([buildThread(9, '05')]));
  await load;
  expect(listShownIds()).toEqual([]);
  vi.unstubAllGlobals();
});

test('sorts threads by number of replies, then by creation', () => {
  const sortedByReplies = { ...place, sort: 'replies' } as const;
  setRows(
    [
      buildThread(1, '10', { reply_count: 5, created_at: '10' }),
      buildThread(2, '30', { reply_count: 3, created_at: '20' }),
    ],
    '/api/next',
  );
  const newerThread = buildThread(3, '50', { reply_count: 3, created_at: '30' });
  const older = buildThread(4, '50', { reply_count: 3, created_at: '15' });
  applyRows(sortedByReplies, [newerThread, older]);
  expect(listWaitingIds()).toEqual([3]);
});

test('removes a moved or deleted thread from the list', () => {
  applyRows(place, [buildThread(1, '10'), buildThread(2, '30')]);
  applyRows(place, [buildThread(1, '40', { subsection_id: 9 }), { kind: 'summary', id: 2, pos: '50', removed: true }]);
  expect(listShownIds()).toEqual([]);
});

test('ignores a thread below the last loaded one until its page is loaded', () => {
  applyRows(place, [buildThread(1, '20'), buildThread(2, '30')]);
  useThreadList.setState({ next: '/api/next' });
  applyRows(place, [buildThread(3, '10'), buildThread(4, '25')]);
  expect(listShownIds()).toEqual([2, 4, 1]);
});

test('removes a thread whose prefix changes from a list filtered by prefix', () => {
  const bug = { id: 71, label: 'Bug', color: 'red' } as const;
  const filteredPlace = { ...place, prefixId: 71 };
  applyRows(filteredPlace, [buildThread(1, '10', { prefix: bug }), buildThread(2, '20')]);
  expect(Object.keys(useThreadList.getState().byId)).toEqual(['1']);
  applyRows(filteredPlace, [buildThread(1, '30', { prefix: null })]);
  expect(Object.keys(useThreadList.getState().byId)).toEqual([]);
});

test('updates counts without reordering a fixed list and counts missing threads', () => {
  const sortedByReplies = { ...place, sort: 'replies' } as const;
  setRows([buildThread(1, '10', { reply_count: 5 }), buildThread(2, '30', { reply_count: 3 })]);
  applyRows(sortedByReplies, [buildThread(2, '40', { reply_count: 9 }), buildThread(3, '50', { sticky: true })]);
  expect(listShownIds()).toEqual([1, 2]);
  expect(useThreadList.getState().byId[2]?.reply_count).toBe(9);
  expect(listWaitingIds()).toEqual([3]);
  applyRows(sortedByReplies, [{ kind: 'summary', id: 1, pos: '60', removed: true }]);
  expect(listShownIds()).toEqual([2]);
});

test('does not count a missing thread that belongs to a later page or no longer matches', () => {
  const unansweredQuery = { ...place, sort: 'unanswered' } as const;
  setRows([buildThread(1, '10', { created_at: '10' })], '/api/next');
  const older = buildThread(2, '50', { created_at: '05' });
  const repliedThread = buildThread(3, '50', { created_at: '50', reply_count: 1 });
  applyRows(unansweredQuery, [older, repliedThread]);
  expect(listWaitingIds()).toEqual([]);
  applyRows(unansweredQuery, [buildThread(4, '60', { created_at: '60' })]);
  expect(listWaitingIds()).toEqual([4]);
});

test('a thread that gets a reply remains in the list of unanswered threads', () => {
  setRows([buildThread(1, '10'), buildThread(2, '05')]);
  applyRows({ ...place, sort: 'unanswered' }, [buildThread(1, '40', { reply_count: 1 })]);
  expect(listShownIds()).toEqual([1, 2]);
});

test("lists only a single author's threads, ignoring case in the name", () => {
  applyRows({ ...place, author: 'mila' }, [buildThread(1, '10', { username: 'Mila' }), buildThread(2, '20')]);
  expect(listShownIds()).toEqual([1]);
});
