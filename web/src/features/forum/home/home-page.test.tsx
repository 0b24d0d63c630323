import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { OnlineMembers } from '@guildhall/domain/wire/schemas/members/members.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSite } from '../../../shared/state/site.js';
import { live } from '../../../testing/live.js';
import {
  admin,
  anna,
  buildPerson,
  toRowPosition,
  buildSectionRow,
  buildSubsectionRow,
  buildThreadSummary,
} from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { HomePage } from './home-page.js';

const buildRow = (id: number, hour: number, more = {}) =>
  buildThreadSummary({
    id,
    title: `Thread ${id}`,
    last_post_at: `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
    ...more,
  });
const sections = [
  buildSectionRow({
    thread_count: 1,
    post_count: 2,
    subcategories: [buildSubsectionRow({ thread_count: 2, post_count: 5 })],
  }),
];

const buildMember = (id: number, name: string, role: string | null = null) => ({
  ...buildPerson(id, name),
  role,
  staff: role !== null,
});
const online: OnlineMembers = {
  enabled: true,
  count: 3,
  guests: 2,
  members: [buildMember(20, 'Mila', 'Moderator'), buildMember(21, 'Noor')],
};

function open(
  as: typeof anna | null = null,
  recent = [buildRow(1, 9), buildRow(2, 12), buildRow(3, 10)],
  marks: ReadMarkRow[] = [],
) {
  server.respondWith('GET /forums/recent', recent);
  server.respondWith('GET /forums/member-stats', [
    { ...buildPerson(12, 'Bram'), posts: 1 },
    { ...buildPerson(13, 'Cas'), posts: 7 },
  ]);
  server.respondWith('GET /forums/read', marks);
  server.respondWith('GET /forums/read/places', []);
  server.respondWith('GET /stats/players', []);
  server.respondWith('GET /presence', online);
  return show(<HomePage />, { as, at: '/', path: '/', sections });
}
const getTitles = () => screen.getAllByText(/^Thread \d/).map(({ textContent }) => textContent);

test('lists the threads with the latest activity and updates the list live', async () => {
  await open();
  await screen.findByText('Thread 1');
  expect(getTitles()).toEqual(['Thread 2', 'Thread 3', 'Thread 1']);
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...buildRow(1, 14, { pos: toRowPosition(1_050), reply_count: 1 }) });
  await waitFor(() => expect(getTitles()).toEqual(['Thread 1', 'Thread 2', 'Thread 3']));
  screen.getByText(/1 reply/);
});

test("shows each thread's prefix and its last author's picture", async () => {
  const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
  await open(null, [buildRow(7, 9, { prefix, last_avatar_url: '/api/pictures/cato' })]);
  const link = await screen.findByRole('link', { name: /Bug Thread 7/ });
  expect(link.getAttribute('href')).toBe('/forums/thread/7');
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/api/pictures/cato');
});

test('reloads the list if a visible thread is deleted and no other is loaded to replace it', async () => {
  await open();
  await screen.findByText('Thread 2');
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  server.respondWith('GET /forums/recent', [buildRow(3, 10), buildRow(1, 9), buildRow(4, 8)]);
  live.send('section:3', { kind: 'summary', id: 2, pos: toRowPosition(1_060), removed: true });
  await waitFor(() => expect(screen.queryByText('Thread 2')).toBeNull());
  await screen.findByText('Thread 4');
});

test('counts the threads and posts in all places', async () => {
  await open();
  const totalsCard = within(await screen.findByRole('region', { name: 'So far' }));
  totalsCard.getByText('3 threads · 7 posts');
});

test('lists the members with the most posts and can search for others', async () => {
  const user = await open();
  await screen.findByText('1 post');
  screen.getByText('7 posts');
  server.respondWith('GET /forums/member-stats', []);
  await user.type(screen.getByRole('searchbox', { name: 'Search members' }), ' x&y ');
  await screen.findByText('No members found.');
  expect(server.calls('GET /forums/member-stats').at(-1)?.query.get('search')).toBe('x&y');
});

test('invites a guest to join, but hides the player count settings', async () => {
  await open();
  await screen.findByRole('link', { name: 'Create an account' });
  expect(screen.queryByRole('link', { name: 'Choose a service' })).toBeNull();
});

test('does not invite an Admin to join, but links to the player count settings', async () => {
  await open(admin);
  await screen.findByRole('link', { name: 'Choose a service' });
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});

test('shows the number of players, or how long it has been unknown', async () => {
  useSite.setState({ players: { count: 1234, unknown_since: null, counted: true } });
  await open();
  await screen.findByText('1.234');
  screen.getByText(/^Last 24 hours/);
  useSite.setState({ players: { count: 1234, unknown_since: '2026-03-01T12:00:00.000Z', counted: true } });
  await screen.findByText(/^Unknown since 2 mrt 2026/);
});

test('copies the server address, or selects it if the browser does not allow copying', async () => {
  useSite.setState({ server_address: 'play.example.test', front_title: 'Welcome!' });
  const user = await open();
  screen.getByRole('heading', { name: 'Welcome!' });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(writeText).toHaveBeenCalledWith('play.example.test');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await screen.findByRole('button', { name: 'Copy address' });
  writeText.mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  await screen.findByRole('button', { name: 'Press Ctrl + C to copy' });
  expect(getSelection()?.toString()).toBe('play.example.test');
});

test('shows the banners, each with its link', async () => {
  useSite.setState({
    banners: [
      { title: 'News', text: 'Read it.', link: '/forums/news' },
      { title: 'Chat', text: '', link: 'https://chat.example.test' },
      { title: 'Hello', text: '', link: '' },
    ],
  });
  await open();
  expect(screen.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/forums/news');
  expect(screen.getByRole('link', { name: /^Chat/ }).getAttribute('href')).toBe('https://chat.example.test');
  expect(screen.queryByRole('link', { name: 'Hello' })).toBeNull();
});

test('greets a member and lists new threads with the number of unread replies', async () => {
  useSite.setState({ server_address: 'play.example.test', front_title: 'Build it together.' });
  const recent = [buildRow(1, 9, { reply_count: 2, pos: toRowPosition(40) }), buildRow(2, 12), buildRow(3, 10)];
  const mark = {
    thread_id: 1,
    unread: true,
    muted: false,
    order: toRowPosition(3),
    seen: 0,
    last_post_at: buildRow(1, 9).last_post_at,
  };
  await open(anna, recent, [mark]);
  await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna' });
  expect(screen.queryByText('Build it together.')).toBeNull();
  screen.getByRole('heading', { name: "What's new" });
  const getHeadings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(getHeadings().slice(0, 3)).toEqual(['Thread 2', 'Thread 3', 'Thread 12 new']));
  screen.getByRole('button', { name: 'Copy address' });
  screen.getByRole('link', { name: 'Server Rules' });
});

test("a thread that receives a reply moves to the top of a member's list", async () => {
  await open(anna);
  await screen.findByText('Thread 1');
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...buildRow(1, 14, { pos: toRowPosition(1_050), reply_count: 1 }) });
  await waitFor(() => expect(getTitles()).toEqual(['Thread 1', 'Thread 2', 'Thread 3']));
});

test('shows who is online, with the role of staff, and updates the list live', async () => {
  await open(anna);
  const card = within(await screen.findByRole('region', { name: 'Online now' }));
  await card.findByText('3 members · 2 guests');
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['MMilaModerator', 'NNoor']);
  card.getByText('and 1 more');
  await waitFor(() => expect(live.joined('online')).toBe(true));
  const members = [buildMember(22, 'Cas')];
  live.send('online', { kind: 'online', id: 0, pos: toRowPosition(1_050), ...online, count: 1, guests: 0, members });
  await card.findByText('Cas');
  card.getByText('1 member');
  expect(card.queryByText('Mila')).toBeNull();
});

test('shows no member list if the site does not show who is online', async () => {
  await open(anna);
  await screen.findByText('Mila');
  const row = { ...online, enabled: false, count: 0, guests: 0, members: [] };
  live.send('online', { kind: 'online', id: 0, pos: toRowPosition(1_050), ...row });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Online now' })).toBeNull());
});
