import type { NotificationRow, NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../../testing/live.js';
import { anna, buildSuccessResponse, toRowPosition } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { Bell } from './bell.js';
import { NotificationsPage } from './notifications-page.js';

const at = '2026-03-01T12:00:00.000Z';
const bram = { user_id: 12, username: 'Bram', avatar_url: null, role: null };

function buildMention(n: number, more: Partial<NotificationRow> = {}): NotificationRow {
  const thread = { id: 7, title: 'My castle' };
  const subject = { kind: 'post', id: 700 + n } as const;
  return {
    ...bram,
    id: `${n}:11`,
    kind: 'mention',
    subject,
    thread,
    act: null,
    reason: null,
    wall_of: null,
    at,
    read: false,
    ...more,
  };
}

function buildNotifications(rows: NotificationRow[], more: Partial<NotificationsResponse> = {}): NotificationsResponse {
  return { unread: rows.filter(({ read }) => !read).length, threads: [], reminders: [], notices: rows, ...more };
}

const findBell = (name: string) => screen.findByRole('button', { name });
const listWrites = () => server.calls('PUT /notifications/read').map(({ body }) => body);

async function openBell(firstResponse: NotificationsResponse, name: string) {
  server.respondWith('GET /notifications', firstResponse);
  server.respondWith('PUT /notifications/read', buildSuccessResponse());
  const user = await show(<Bell />, { as: anna });
  await user.click(await findBell(name));
  return user;
}

const openPage = (as: typeof anna | null = anna) =>
  show(<NotificationsPage />, { as, at: '/notifications', path: '/notifications' });

test('the empty page suggests a search', async () => {
  server.respondWith('GET /notifications', buildNotifications([]));
  await openPage();
  await screen.findByText(/^Nothing new yet/);
  await screen.findByRole('searchbox', { name: 'Search the forums' });
});

test('shows an empty bell with nothing to mark as read', async () => {
  await openBell(buildNotifications([]), 'Notifications');
  expect(screen.getByText(/^Nothing new yet/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('counts new notifications up to 99+', async () => {
  await openBell(buildNotifications([buildMention(1)], { unread: 120 }), 'Notifications, 99+ new');
  expect(screen.getByRole('link', { name: /^Bram mentioned you in “My castle”/ })).toBeDefined();
});

test('clicking a notification marks it as read and opens the post', async () => {
  const user = await openBell(buildNotifications([buildMention(1)]), 'Notifications, 1 new');
  await user.click(screen.getByRole('link', { name: /Bram mentioned you/ }));
  expect(location.pathname + location.hash).toBe('/forums/thread/7#post-701');
  await waitFor(() => expect(listWrites()).toEqual([{ ids: ['1:11'] }]));
});

test('clicking a reminder ends only that one', async () => {
  const buildReminder = (kind: 'thread' | 'post', id: number, title: string) => {
    return { kind, id, thread_id: 7, title, content: '', note: '', created_at: at, remind_at: at };
  };
  const reminders = [
    buildReminder('thread', 7, 'My castle'),
    buildReminder('post', 7, 'A moat'),
    buildReminder('post', 8, 'A wall'),
  ];
  const user = await openBell(buildNotifications([], { unread: 3, reminders }), 'Notifications, 3 new');
  await user.click(screen.getByRole('link', { name: /A moat/ }));
  await waitFor(() => expect(listWrites()).toEqual([{ reminders: [{ kind: 'post', id: 7 }] }]));
  await user.click(await findBell('Notifications, 2 new'));
  for (const name of [/My castle/, /A wall/]) expect(screen.getByRole('link', { name })).toBeDefined();
});

test('names the thread in which a reply became the solution, and opens the reply', async () => {
  await openBell(buildNotifications([buildMention(1, { kind: 'solution' })]), 'Notifications, 1 new');
  const link = screen.getByRole('link', { name: /^Bram marked your reply as the solution to “My castle”/ });
  expect(link.getAttribute('href')).toBe('/forums/thread/7#post-701');
});

test('marks a large group of notifications as read, in as many calls as the server requires', async () => {
  const rows = Array.from({ length: 101 }, (_, n) => buildMention(101 - n));
  const user = await openBell(buildNotifications(rows), 'Notifications, 99+ new');
  await user.click(screen.getByRole('link', { name: /^Bram mentioned you in “My castle”.*101 new$/ }));
  await waitFor(() => expect(listWrites()).toHaveLength(2));
  const ids = rows.map(({ id }) => id);
  expect(listWrites()).toEqual([{ ids: ids.slice(0, 100) }, { ids: ids.slice(100) }]);
});

test('opening a group marks all of its notifications as read and opens the first', async () => {
  const cato = { user_id: 13, username: 'Cato' };
  const rows = [buildMention(3), buildMention(2, cato), buildMention(1)];
  const user = await openBell(buildNotifications(rows), 'Notifications, 3 new');
  await user.click(screen.getByRole('link', { name: /^Bram and 1 other mentioned you in “My castle”.*3 new$/ }));
  expect(location.hash).toBe('#post-701');
  await waitFor(() => expect(listWrites()).toEqual([{ ids: ['3:11', '2:11', '1:11'] }]));
  await findBell('Notifications');
});

test('loads pages until all unread notifications are known, to complete their groups', async () => {
  const listCursors = () => server.calls('GET /notifications').map(({ query }) => query.get('cursor'));
  const next = '/api/notifications?cursor=1';
  server.respondWith('GET /notifications', buildNotifications([buildMention(1)], { unread: 2 }), { next });
  await show(<Bell />, { as: anna });
  await waitFor(() => expect(listCursors()).toEqual([null, '1']));
});

test('loads only one page if it contains all unread notifications', async () => {
  const rows = [buildMention(2), buildMention(1, { read: true })];
  server.respondWith('GET /notifications', buildNotifications(rows), { next: '/api/notifications?cursor=1' });
  await show(<Bell />, { as: anna });
  await findBell('Notifications, 1 new');
  expect(server.calls('GET /notifications')).toHaveLength(1);
});

test('marks a notification as read when the member reads the thread in another window', async () => {
  await openBell(buildNotifications([buildMention(1)]), 'Notifications, 1 new');
  await waitFor(() => expect(live.joined('member:11')).toBe(true));
  server.respondWith('GET /notifications', buildNotifications([buildMention(1, { read: true })]));
  live.send('member:11', { kind: 'read', id: 7, pos: toRowPosition(0), order: toRowPosition(120) });
  await findBell('Notifications');
});

test('marks all notifications as read immediately, and reloads if the server rejects it', async () => {
  const user = await openBell(buildNotifications([buildMention(1), buildMention(2)]), 'Notifications, 2 new');
  const release = server.hold('PUT /notifications/read');
  server.refuse('PUT /notifications/read', 'unavailable');
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await findBell('Notifications');
  expect(screen.queryByText('New')).toBeNull();
  release();
  await findBell('Notifications, 2 new');
});

test("the bell receives updates through the member's topic", async () => {
  await openBell(buildNotifications([]), 'Notifications');
  await waitFor(() => expect(live.joined('member:11')).toBe(true));
  server.respondWith('GET /notifications', buildNotifications([buildMention(1)]));
  live.send('member:11', { kind: 'notified', id: 11, pos: toRowPosition(120) });
  await findBell('Notifications, 1 new');
  expect(server.calls('GET /notifications').at(-1)?.query.get('after')).toMatch(/0120$/);
});

test('redirects a guest to the login and then back to the notifications', async () => {
  await openPage(null);
  expect(location.pathname).toBe('/auth');
  expect(history.state).toMatchObject({ state: { from: '/notifications' } });
});

const watchedThread = {
  thread_id: 9,
  title: 'Bridges',
  last_post_id: 90,
  last_post_at: '2026-03-02T12:00:00.000Z',
  others: 3,
  last_user_id: 13,
  last_username: 'Cato',
  last_avatar_url: '/cato.webp',
};

test('shows watched threads and notifications by day and loads older ones only once', async () => {
  const row = watchedThread;
  const firstResponse = buildNotifications([buildMention(1, { read: true })], { threads: [row], unread: 1 });
  server.respondWith('GET /notifications', firstResponse, { next: '/api/notifications?cursor=1' });
  const user = await openPage();
  await screen.findByRole('heading', { name: '3 mrt 2026' });
  const link = screen.getByRole('link', { name: /^Cato and 3 others replied in “Bridges/ });
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/cato.webp');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '3 mrt 2026',
    '2 mrt 2026',
  ]);
  const otherFields = { thread: { id: 8, title: 'My moat' }, read: true };
  server.respondWith(
    'GET /notifications',
    buildNotifications([buildMention(1, { read: true }), buildMention(2, otherFields)]),
  );
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull());
  expect(screen.getAllByRole('link', { name: /Bram mentioned you/ })).toHaveLength(2);
});

test('shows who replied, who started a thread and on whose wall someone wrote', async () => {
  const thread = { ...watchedThread, last_post_id: null };
  const buildWallRow = (n: number, wall_of: string | null) =>
    buildMention(n, { kind: 'wall', subject: { kind: 'wallpost', id: n }, thread: null, wall_of });
  const rows = [
    buildWallRow(1, anna.username),
    buildWallRow(2, 'Cato'),
    buildWallRow(3, null),
    { ...buildWallRow(6, 'Cato'), kind: 'mention' as const },
    buildMention(4, { kind: 'follow', thread: null }),
  ];
  server.respondWith('GET /notifications', buildNotifications(rows, { threads: [thread] }));
  await openPage();
  await screen.findByRole('link', { name: /^Cato started “Bridges/ });
  expect(screen.getByRole('link', { name: /^Bram wrote on your wall/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Bram replied to you on Cato's wall/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Bram replied to you on a wall/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Bram mentioned you on Cato's wall/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Bram started following you/ })).toBeDefined();
});

test('a notification shows the staff action and the affected thread or post', async () => {
  const getNotification = (kind: 'thread' | 'post' | 'wallpost', done: string) =>
    buildMention(1, { id: kind, kind: 'moderation', subject: { kind, id: 7 }, act: done });
  const rows = [
    getNotification('thread', 'ThreadMoved'),
    getNotification('post', 'ReplyDeleted'),
    getNotification('wallpost', 'SomethingNewer'),
  ];
  server.respondWith('GET /notifications', buildNotifications(rows));
  await openPage();
  await screen.findByRole('link', { name: /^Bram moved your thread “My castle”/ });
  expect(screen.getByRole('link', { name: /^Bram deleted your reply in “My castle”/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Bram changed your wall post/ })).toBeDefined();
});

test('shows staff actions on one thread in a single line', async () => {
  const onThread = (n: number, act: string, more: Partial<NotificationRow> = {}) =>
    buildMention(n, { kind: 'moderation', subject: { kind: 'thread', id: 7 }, act, ...more });
  const cato = { user_id: 13, username: 'Cato', reason: 'Belongs in Builds' };
  const rows = [onThread(3, 'ThreadDeleted'), onThread(2, 'ThreadMoved', cato), onThread(1, 'ThreadLocked')];
  const user = await openBell(buildNotifications(rows, { unread: 1 }), 'Notifications, 1 new');
  const line = screen.getByRole('link', { name: /^Bram and 1 other locked, moved and deleted your thread/ });
  expect(line.textContent).toContain('Reason: ');
  expect(line.textContent).toContain('Belongs in Builds');
  expect(screen.queryByText(/new$/)).toBeNull();
  await user.click(line);
  await findBell('Notifications');
  await waitFor(() => expect(listWrites()).toEqual([{ ids: ['3:11', '2:11', '1:11'] }]));
});

test('labels the last two days of notifications as today and yesterday', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 3, 12) });
  const days = [3, 2, 1].map((day) => new Date(2026, 2, day, 9).toISOString());
  const rows = days.map((at, n) => buildMention(n, { at, thread: { id: n + 1, title: `Thread ${n}` } }));
  server.respondWith('GET /notifications', buildNotifications(rows));
  await openPage();
  await screen.findByRole('heading', { name: 'Today' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Today', 'Yesterday', '1 mrt 2026']);
});

test('links notifications to the answered report, the new follower and the wall post', async () => {
  const followFields = { thread: null, subject: { kind: 'member', id: 12 } } as const;
  const rows = [
    buildMention(1, { ...followFields, kind: 'report', subject: { kind: 'report', id: 4 } }),
    buildMention(2, { ...followFields, kind: 'follow' }),
    buildMention(3, { ...followFields, kind: 'wall', subject: { kind: 'wallpost', id: 5 }, wall_of: 'Cato' }),
  ];
  server.respondWith('GET /notifications', buildNotifications(rows));
  await openPage();
  const getTarget = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByText(/started following you/);
  expect(getTarget(/report/)).toBe('/report-a-bug');
  expect(getTarget(/started following you/)).toBe('/profile/Bram');
  expect(getTarget(/wall/)).toBe('/profile/Cato#wallpost-5');
});
