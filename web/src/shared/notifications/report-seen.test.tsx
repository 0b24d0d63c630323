import type { NotificationRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../state/session.js';
import { anna, buildMe, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { reportSeen } from './report-seen.js';
import { useNotifications } from './store.js';

const buildMention = (n: number): NotificationRow => ({
  user_id: 12,
  username: 'Bram',
  avatar_url: null,
  role: null,
  act: null,
  reason: null,
  wall_of: null,
  read: false,
  id: `${n}:11`,
  kind: 'mention',
  subject: { kind: 'post', id: 700 + n },
  thread: { id: 7, title: 'My castle' },
  at: '2026-03-01T12:00:00.000Z',
});
const post = (n: number) => ({ kind: 'post' as const, id: 700 + n });
const listWrites = () => server.calls('PUT /notifications/read').map(({ body }) => body);
const show = (rows: NotificationRow[], unread = rows.length) =>
  act(() => useNotifications.setState({ status: 'ready', rows, threads: [], unread, next: null }));
const pass = () => act(() => vi.advanceTimersByTimeAsync(60_000));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  useSession.setState({ user: anna });
  server.respondWith('PUT /notifications/read', buildSuccessResponse());
});
afterEach(() => {
  useSession.setState({ user: null }); // This clears the posts seen.
  vi.useRealTimers();
});

test('reports the seen posts of unread notifications together and only once', async () => {
  show([buildMention(1), buildMention(2)]);
  reportSeen([post(1), post(5)]);
  reportSeen([post(2)]);
  await pass();
  expect(listWrites()).toEqual([{ seen: [post(1), post(2)] }]);
  show(
    [buildMention(1), buildMention(2)].map((row) => ({ ...row, read: true })),
    0,
  );
  reportSeen([post(1)]);
  await pass();
  expect(listWrites()).toHaveLength(1);
});

test('reports a post whose notification arrives after the post was seen', async () => {
  show([]);
  reportSeen([post(3)]);
  await pass();
  expect(listWrites()).toEqual([]);
  show([buildMention(3)]);
  await pass();
  expect(listWrites()).toEqual([{ seen: [post(3)] }]);
});

test('does not report posts that another member saw before', async () => {
  show([]);
  reportSeen([post(3)]);
  useSession.setState({ user: buildMe('Bram', 12) });
  show([buildMention(3)]);
  await pass();
  expect(listWrites()).toEqual([]);
});

test('reports all seen posts until every unread notification is loaded, or after a failure', async () => {
  show([buildMention(1)], 30);
  server.fail('PUT /notifications/read');
  reportSeen([post(8)]);
  await pass();
  server.respondWith('PUT /notifications/read', buildSuccessResponse());
  reportSeen([post(9)]);
  await pass();
  expect(listWrites()).toEqual([{ seen: [post(8)] }, { seen: [post(8), post(9)] }]);
});
