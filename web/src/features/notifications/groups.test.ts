import type { NotificationRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { expect, test } from 'vitest';
import { groupByDay, buildEntries, groupRows, listOthers, findReason, listStaffActions, getTarget } from './groups.js';

const buildTime = (n: number) => `2026-03-0${n}T12:00:00.000Z`;

/** A higher `n` is newer. */
function buildRow(n: number, more: Partial<NotificationRow> = {}): NotificationRow {
  return {
    user_id: n,
    username: `Member${n}`,
    avatar_url: null,
    role: null,
    id: `${n}:11`,
    kind: 'mention',
    subject: { kind: 'post', id: 700 + n },
    thread: { id: 7, title: 'Castle' },
    act: null,
    reason: null,
    wall_of: null,
    at: buildTime(1),
    read: false,
    ...more,
  };
}
const otherThread = { thread: { id: 8, title: 'Bridge' } };
const listGroups = (...rows: NotificationRow[]) =>
  groupRows(rows).map(({ rows: grouped }) => grouped.map(({ id }) => parseInt(id)));

test('groups unread notifications about one thread at the position of the newest', () => {
  expect(
    listGroups(buildRow(5), buildRow(4, otherThread), buildRow(3), buildRow(2, { kind: 'quote' }), buildRow(1)),
  ).toEqual([[5, 3, 1], [4], [2]]);
});

test('groups read notifications only with adjacent read ones of the same day', () => {
  const read = { read: true };
  expect(
    listGroups(buildRow(4, read), buildRow(3, read), buildRow(2, { ...read, ...otherThread }), buildRow(1, read)),
  ).toEqual([[4, 3], [2], [1]]);
  expect(listGroups(buildRow(2, { ...read, at: buildTime(2) }), buildRow(1, read))).toEqual([[2], [1]]);
  expect(listGroups(buildRow(3), buildRow(2, read), buildRow(1))).toEqual([[3, 1], [2]]);
});

test('groups notifications of followers and of posts on one wall', () => {
  const buildWallRow = (n: number, wall_of: string) => buildRow(n, { kind: 'wall', thread: null, wall_of });
  expect(listGroups(buildWallRow(5, 'Anna'), buildWallRow(4, 'Bram'), buildWallRow(3, 'Anna'))).toEqual([[5, 3], [4]]);
  const follow = { kind: 'follow', thread: null } as const;
  expect(listGroups(buildRow(2, follow), buildRow(1, follow))).toEqual([[2, 1]]);
});

test('groups staff actions on one post, with the actions in order and the newest reason', () => {
  const onThread = (n: number, act: string, reason: string | null = null) =>
    buildRow(n, { kind: 'moderation', subject: { kind: 'thread', id: 7 }, act, reason });
  const onReply = buildRow(3, { kind: 'moderation', act: 'ReplyDeleted' });
  const rows = [onThread(5, 'ThreadLocked'), onThread(4, 'ThreadMoved', 'Off topic'), onReply];
  const [group, other] = groupRows([...rows, onThread(2, 'ThreadLocked', 'Spam'), onThread(1, 'ThreadEdited')]);
  expect(group?.rows.map(({ id }) => parseInt(id))).toEqual([5, 4, 2, 1]);
  expect(listStaffActions(group!)).toEqual(['ThreadEdited', 'ThreadMoved', 'ThreadLocked']);
  expect([findReason(group!), findReason(other!)]).toEqual(['Off topic', null]);
});

test('loading a later page can extend a group but never splits one', () => {
  const rows = [5, 4, 3, 2, 1].map((n) => buildRow(n, n < 4 ? { read: true } : {}));
  for (let loadedCount = 1; loadedCount < rows.length; loadedCount++) {
    const groupsBefore = listGroups(...rows.slice(0, loadedCount));
    const after = listGroups(...rows);
    groupsBefore.forEach((group, n) => expect(after[n]?.slice(0, group.length)).toEqual(group));
  }
});

test('a group counts each other member once and links to the first unread notification', () => {
  const [group] = groupRows([buildRow(5), buildRow(4, { user_id: 5 }), buildRow(3)]);
  expect(listOthers(group!)).toBe(1);
  expect(getTarget(group!).id).toBe('3:11');
  const [read] = groupRows([buildRow(5, { read: true }), buildRow(4, { read: true })]);
  expect(getTarget(read!).id).toBe('5:11');
});

test('sorts watched threads and notifications by time, day by day', () => {
  const thread = {
    thread_id: 9,
    title: 'Bridges',
    last_post_id: 90,
    last_post_at: buildTime(2),
    others: 0,
    last_user_id: 3,
    last_username: 'Cato',
    last_avatar_url: null,
  };
  const rows = [
    buildRow(3, { at: buildTime(3) }),
    buildRow(1, { at: buildTime(1), ...otherThread }),
    buildRow(2, { at: buildTime(2) }),
  ];
  const entries = buildEntries({ threads: [thread], reminders: [], rows });
  expect(entries.map(({ kind, at }) => `${kind} ${at.slice(8, 10)}`)).toEqual(['group 03', 'thread 02', 'group 01']);
  expect(groupByDay(entries.map((entry) => ({ row: entry }))).map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
});

test("a new day of notifications starts exactly at midnight in the reader's time zone", () => {
  const midnight = new Date(2026, 2, 2).getTime();
  const at = (ms: number) => new Date(midnight + ms).toISOString();
  expect(at(0)).toBe('2026-03-01T10:15:00.000Z'); // In Pacific/Chatham, the day changes at this time, but not in UTC.
  const rows = [
    buildRow(3, { at: at(1), read: true }),
    buildRow(2, { at: at(0), read: true }),
    buildRow(1, { at: at(-1), read: true }),
  ];
  expect(listGroups(...rows)).toEqual([[3, 2], [1]]);
  const days = groupByDay(rows.map((row) => ({ row })));
  expect(days.map((day) => day.rows.map(({ row: { id } }) => parseInt(id)))).toEqual([[3, 2], [1]]);
});
