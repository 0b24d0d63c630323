import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { applyRows, inListOrder, useThreadList } from './store.js';

vi.mock('../../live/connection.js', () => ({ listen: () => ({ stop: () => {}, rejoin: () => {} }) }));

const place = { sectionId: 1, subsectionId: null, prefixId: null };

function thread(
  id: number,
  lastPostAt: string,
  more: Partial<ThreadSummary> = {},
): { kind: 'summary' } & ThreadSummary {
  return {
    kind: 'summary',
    id,
    pos: lastPostAt,
    section_id: 1,
    subsection_id: null,
    title: `Thread ${id}`,
    content: '',
    locked: false,
    sticky: false,
    prefix: null,
    created_at: '',
    edited_at: null,
    version: 1,
    reactions: {},
    reply_count: 0,
    last_post_at: lastPostAt,
    user_id: 1,
    username: 'Mila',
    avatar_url: null,
    role: null,
    last_user_id: 3,
    last_username: 'Mila',
    ...more,
  };
}

beforeEach(() => useThreadList.setState({ place, status: 'ready', next: null, byId: {}, removed: {}, fresh: {} }));

const shown = () =>
  Object.values(useThreadList.getState().byId)
    .sort(inListOrder)
    .map(({ id }) => id);

test('lists pinned threads first, then those with the newest activity', () => {
  applyRows(place, [thread(1, '10'), thread(2, '30'), thread(3, '20', { sticky: true })]);
  expect(shown()).toEqual([3, 2, 1]);
});

test('moves a thread up on a reply and marks it as fresh', () => {
  applyRows(place, [thread(1, '10'), thread(2, '30')]);
  useThreadList.setState({ fresh: {} });
  applyRows(place, [thread(1, '40')]);
  expect(shown()).toEqual([1, 2]);
  expect(useThreadList.getState().fresh).toEqual({ 1: true });
});

test('removes a moved or deleted thread from the list', () => {
  applyRows(place, [thread(1, '10'), thread(2, '30')]);
  applyRows(place, [thread(1, '40', { subsection_id: 9 }), { kind: 'summary', id: 2, pos: '50', removed: true }]);
  expect(shown()).toEqual([]);
});

test('leaves a thread below the last loaded one to its page', () => {
  applyRows(place, [thread(1, '20'), thread(2, '30')]);
  useThreadList.setState({ next: '/api/next' });
  applyRows(place, [thread(3, '10'), thread(4, '25')]);
  expect(shown()).toEqual([2, 4, 1]);
});

test('A list of one prefix drops a thread that gets another one.', () => {
  const bug = { id: 71, label: 'Bug', color: 'red' } as const;
  const listed = { ...place, prefixId: 71 };
  applyRows(listed, [thread(1, '10', { prefix: bug }), thread(2, '20')]);
  expect(Object.keys(useThreadList.getState().byId)).toEqual(['1']);
  applyRows(listed, [thread(1, '30', { prefix: null })]);
  expect(Object.keys(useThreadList.getState().byId)).toEqual([]);
});
