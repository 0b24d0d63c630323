import { beforeEach, expect, test, vi } from 'vitest';
import { buildPostRow, buildThreadRow, buildThreadSummary } from '../../../testing/rows.js';
import {
  applyRows,
  emptyThread,
  findFirstNew,
  sortPosts,
  setAtEnd,
  setNewAfter,
  setReadElsewhere,
  useThread,
} from './store.js';

vi.mock('../../../live/connection.js', () => ({ onConnect: () => () => {} }));

const post = (id: number, order: string, pos = order, content = '') =>
  ({ kind: 'post', ...buildPostRow(1, content, { id, order, pos }) }) as const;
const thread = buildThreadRow({ pos: '005', content: 'full' });

beforeEach(() => useThread.setState({ ...emptyThread, threadId: 7, status: 'ready', thread }));

const listShownIds = () => sortPosts(useThread.getState().byId).map(({ id }) => id);

test('sorts replies in chronological order, regardless of their ids and order of arrival', () => {
  applyRows([post(9, '011'), post(4, '013')]);
  applyRows([post(7, '012')]);
  expect(listShownIds()).toEqual([9, 7, 4]);
});

test('shows the same reply only once', () => {
  applyRows([post(9, '011')]);
  applyRows([post(9, '011')]);
  expect(listShownIds()).toEqual([9]);
  expect(useThread.getState().unseen).toEqual([9]);
});

test('shows an edit in place and does not count it as a new reply', () => {
  applyRows([post(9, '011'), post(7, '012')]);
  setAtEnd(true);
  setAtEnd(false);
  applyRows([post(9, '011', '015', 'changed')]);
  expect(useThread.getState().byId[9]?.content).toBe('changed');
  expect(useThread.getState().unseen).toEqual([]);
});

test('counts replies that arrive while the reader is elsewhere until they reach the end', () => {
  applyRows([post(9, '011'), post(7, '012')]);
  expect(useThread.getState()).toMatchObject({ unseen: [9, 7], newAfter: '' });
  setAtEnd(true);
  expect(useThread.getState().unseen).toEqual([]);
  applyRows([post(8, '013')]);
  expect(useThread.getState().unseen).toEqual([]);
});

test('counts a reply that arrives at the end but extends below the window', () => {
  applyRows([post(9, '011')]);
  setAtEnd(true);
  applyRows([post(7, '012')]);
  setAtEnd(true);
  expect(useThread.getState().newAfter).toBe('');
  applyRows([post(8, '013')]);
  setAtEnd(false);
  expect(useThread.getState()).toMatchObject({ unseen: [8], newAfter: '012', caughtUp: false });
  setAtEnd(true);
  setAtEnd(false);
  expect(useThread.getState()).toMatchObject({ unseen: [], newAfter: '012' });
});

test('removes a deleted reply, does not count it, and ignores an older copy of it', () => {
  applyRows([post(9, '011')]);
  applyRows([{ kind: 'post', id: 9, pos: '014', removed: true }]);
  applyRows([post(9, '011')]);
  expect(listShownIds()).toEqual([]);
  expect(useThread.getState().unseen).toEqual([]);
});

test('does not show a reply inside a gap', () => {
  useThread.setState({ gaps: [{ after: '020', before: '080' }] });
  applyRows([post(9, '050'), post(7, '081')]);
  expect(listShownIds()).toEqual([7]);
});

test('a summary updates counts and flags without changing the content', () => {
  const changes = { content: 'cut...', reply_count: 4, locked: true };
  applyRows([{ kind: 'summary', ...buildThreadSummary({ pos: '009', ...changes }) }]);
  expect(useThread.getState().thread).toMatchObject({ content: 'full', reply_count: 4, locked: true });
});

test('reports a thread removed during the visit as deleted and ignores an older removal', () => {
  applyRows([{ kind: 'thread', id: 7, pos: '004', removed: true }]);
  expect(useThread.getState().status).toBe('ready');
  applyRows([{ kind: 'thread', id: 7, pos: '006', removed: true }]);
  expect(useThread.getState().status).toBe('gone');
});

test('replies are new after the read mark, or after the end once it has been reached', () => {
  applyRows([post(9, '011'), post(7, '012'), post(8, '013')]);
  useThread.setState({ unseen: [], newAfter: null, caughtUp: false });
  setNewAfter(7, '011');
  expect(findFirstNew(useThread.getState())?.id).toBe(7);
  applyRows([post(5, '014')]);
  expect(findFirstNew(useThread.getState())?.id).toBe(7);
  setAtEnd(true);
  setAtEnd(false);
  applyRows([post(4, '015')]);
  expect(findFirstNew(useThread.getState())?.id).toBe(4);
});

test('marks no reply as new until the first new one is loaded', () => {
  applyRows([post(9, '011'), post(7, '091')]);
  useThread.setState({ gaps: [{ after: '020', before: '080' }], newAfter: '050' });
  expect(findFirstNew(useThread.getState())).toBeNull();
});

test('stops counting replies read in another window, but not later ones', () => {
  applyRows([post(9, '011'), post(7, '012'), post(8, '013')]);
  setReadElsewhere('012');
  expect(useThread.getState().unseen).toEqual([8]);
});

test('does not count an unseen reply while it is deleted', () => {
  applyRows([post(2, '012'), post(3, '013')]);
  expect(useThread.getState().unseen).toEqual([2, 3]);
  applyRows([{ kind: 'post', id: 2, pos: '014', removed: true }]);
  expect(useThread.getState().unseen).toEqual([3]);
  applyRows([post(2, '012', '015')]);
  expect(useThread.getState().unseen).toEqual([2, 3]);
});
