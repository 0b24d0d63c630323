import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { publishMember } from '../../shared/state/member-names.js';
import { loadSections } from '../../shared/state/sections.js';
import { live } from '../../testing/live.js';
import {
  anna,
  everyFlag,
  positionString,
  positionAt,
  sectionRow,
  subsectionRow,
  threadSummary,
} from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { PlacePage } from './place-page.js';

interface Shown {
  as?: Me | null;
  section?: Partial<SectionRow>;
  threads?: ThreadSummary[];
  next?: string;
  query?: string;
  state?: unknown;
  but?: () => void;
}

const getTitles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const row = (id: number, title: string, at: string, more: Partial<ThreadSummary> = {}) =>
  threadSummary({ id, title, last_post_at: `2026-03-0${at}T12:00:00.000Z`, ...more });

function open({ as = null, section, threads = [], next, query = '', state, but }: Shown = {}) {
  server.respondWith('GET /forums/threads', threads, next === undefined ? {} : { next });
  server.respondWith('GET /forums/watches/3', {
    level: null,
    applies: 'normal',
    default_level: 'normal',
    tells: false,
  });
  server.respondWith('GET /forums/read', []);
  server.respondWith('GET /forums/read/places', []);
  but?.();
  const sections = [sectionRow(section)];
  return show(<PlacePage />, { as, sections, at: `/forums/builds${query}`, path: '/forums/:section', state });
}

test('an empty place invites members to write the first thread and guests to log in', async () => {
  await open();
  await screen.findByText('No threads yet.');
  expect(screen.getByRole('link', { name: 'Log in to start a thread' })).toBeDefined();
  expect(await screen.findByRole('searchbox', { name: 'Search the forums' })).toBeDefined();
  expect(screen.queryByText('+ New Thread')).toBeNull();
});

test('shows a role without can_post why it cannot start a thread', async () => {
  await open({ as: anna, section: { can: { ...everyFlag, can_post: false } } });
  await screen.findByText("You don't have permission to start threads here.");
  await screen.findByText('No threads yet.');
  expect(screen.queryByText(/New Thread|Be the first/)).toBeNull();
});

test('a section that does not accept threads directly refers to its subcategories', async () => {
  await open({ as: anna, section: { allow_threads_direct: false, subcategories: [subsectionRow()] } });
  await screen.findByText('Threads are not allowed directly in this section. Select a subcategory first.');
});

test('lists pinned threads first, then the newest, with their reply counts', async () => {
  const pinned = row(3, 'Rules', '1', { sticky: true, locked: true });
  await open({ threads: [row(1, 'Old', '2'), row(2, 'New', '5', { reply_count: 1, solution_id: 9 }), pinned] });
  await screen.findByText('Old');
  expect(getTitles()).toEqual(['Pinned: Locked: Rules', 'Solved: New', 'Old']);
  expect(screen.getAllByText(/^\d+ repl(y|ies)$/).map(({ textContent }) => textContent)).toEqual([
    '0 replies',
    '1 reply',
    '0 replies',
  ]);
});

test('moves a thread up when it gets a reply, and removes a deleted thread', async () => {
  await open({ threads: [row(1, 'Old', '2'), row(2, 'New', '5')] });
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...row(1, 'Old', '8', { pos: positionString(50) }) });
  expect(getTitles()[0]).toMatch(/^Old/);
  expect(document.title).toMatch(/^\(1\)/);
  live.send('section:3', { kind: 'summary', id: 2, pos: positionString(51), removed: true });
  expect(getTitles()).toHaveLength(1);
});

test('loads more threads on request and remains usable if loading fails', async () => {
  const user = await open({ threads: [row(2, 'New', '5')], next: '/api/forums/threads?section_id=3&cursor=x' });
  const moreButton = await screen.findByRole('button', { name: 'Show more threads' });
  server.fails('GET /forums/threads');
  await user.click(moreButton);
  await screen.findByText('More threads could not be loaded. Please try again.');
  expect(moreButton.getAttribute('aria-disabled')).toBe('false');
  server.respondWith('GET /forums/threads', [row(2, 'New', '5'), row(1, 'Old', '2')]);
  await user.click(moreButton);
  await screen.findByText('Old');
  expect(getTitles()).toEqual(['New', 'Old']);
  expect(screen.queryByRole('button', { name: 'Show more threads' })).toBeNull();
});

test('Back from another sort order shows all pages that were loaded', async () => {
  const firstPage = Array.from({ length: 30 }, (_, n) => row(n + 2, `Thread ${n + 2}`, '5'));
  const user = await open({ threads: firstPage, next: '/api/forums/threads?section_id=3&cursor=x' });
  const moreButton = await screen.findByRole('button', { name: 'Show more threads' });
  server.respondWith('GET /forums/threads', [row(1, 'Old', '2')]);
  await user.click(moreButton);
  await screen.findByText('Old');
  server.respondWith('GET /forums/threads', [row(8, 'Busy', '5')]);
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Most replies');
  await waitFor(() => expect(getTitles()).toEqual(['Busy']));
  const release = server.holds('GET /forums/threads');
  act(() => history.back());
  await waitFor(() => expect(getTitles()).toHaveLength(31));
  expect(server.calls('GET /forums/threads').at(-1)?.query.toString()).toBe('section_id=3&limit=31');
  release();
});

test("offers a retry if a place's list is unavailable", async () => {
  const user = await open({ but: () => server.refuses('GET /forums/threads', 'unavailable') });
  await screen.findByRole('alert');
  server.respondWith('GET /forums/threads', [row(1, 'Old', '2')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Old');
});

test('shows a message if a place disappears or access to it is lost', async () => {
  await open({ threads: [row(1, 'Old', '2')] });
  await screen.findByText('Old');
  server.respondWith('GET /forums/sections', [], { position: positionAt(200) });
  await act(() => loadSections());
  await screen.findByText('This section was deleted or moved.');
  expect(screen.queryByText('Old')).toBeNull();
});

test('shows the not-found page for an unknown place name', async () => {
  await open({ section: { name: 'other', display_name: 'Other' } });
  expect(await screen.findByRole('heading', { name: 'Oops, page not found!' })).toBeDefined();
});

test('filters the thread list by a prefix in the URL', async () => {
  const bug = { id: 71, label: 'Bug', color: 'red' } as const;
  const user = await open({ section: { prefixes: [bug] }, threads: [row(1, 'It breaks', '1', { prefix: bug })] });
  await screen.findByText('It breaks', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.selectOptions(screen.getByLabelText('Prefix'), 'Bug');
  expect(location.search).toBe('?prefix=71');
  const listRequestedPrefixes = () => server.calls('GET /forums/threads').map(({ query }) => query.get('prefix'));
  await waitFor(() => expect(listRequestedPrefixes()).toEqual([null, '71']));
  expect(screen.getByLabelText<HTMLSelectElement>('Prefix').value).toBe('71');
  expect(screen.getByRole('button', { name: 'Filter · 1' }).getAttribute('aria-expanded')).toBe('true');
});

test('the URL and the request contain the sort order and the author filter', async () => {
  const user = await open({ threads: [row(1, 'Old', '1')] });
  await screen.findByText('Old');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Most replies');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.type(screen.getByLabelText('Author'), '@Bram{Enter}');
  expect(location.search).toBe('?sort=replies&author=Bram');
  const lastQuery = () => server.calls('GET /forums/threads').at(-1)?.query.toString();
  await waitFor(() => expect(lastQuery()).toBe('section_id=3&sort=replies&author=Bram&limit=30'));
  await user.click(screen.getByRole('button', { name: 'Clear author' }));
  expect(location.search).toBe('?sort=replies');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Latest reply');
  expect(location.search).toBe('');
});

test("shows the list specified by the URL in the server's order", async () => {
  const threads = [row(1, 'Liked', '1', { reactions: { like: 3 } }), row(2, 'Pinned one', '5', { sticky: true })];
  await open({ threads, query: '?sort=reactions&author=nobody%20at%20all&deleted=1' });
  await screen.findByText('3 reactions', { exact: false });
  expect(getTitles()).toEqual(['Liked', 'Pinned: Pinned one']);
  expect(server.calls('GET /forums/threads')[0]?.query.has('author')).toBe(false);
});

test('describes the active filters if no thread matches them', async () => {
  const bug = { id: 71, label: 'Bug', color: 'red' } as const;
  await open({ section: { prefixes: [bug] }, query: '?sort=unanswered&prefix=71&author=Bram' });
  expect(await screen.findByText('No threads without replies with the prefix Bug by Bram.')).toBeDefined();
});

test('does not move rows when sorted by newest, and offers to load new threads', async () => {
  const user = await open({ threads: [row(1, 'Old', '2'), row(2, 'New', '1')], query: '?sort=newest' });
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...row(2, 'New', '8', { pos: positionString(50), reply_count: 1 }) });
  live.send('section:3', { kind: 'summary', ...row(9, 'Newest', '9', { pos: positionString(51) }) });
  expect(getTitles()).toEqual(['Old', expect.stringMatching(/^New/)]);
  expect(screen.getByText('1 reply')).toBeDefined();
  server.respondWith('GET /forums/threads', [row(9, 'Newest', '9'), row(1, 'Old', '2'), row(2, 'New', '8')]);
  await user.click(screen.getByRole('button', { name: '1 thread has changed. Refresh the list' }));
  await waitFor(() => expect(getTitles()).toHaveLength(3));
  expect(getTitles()[0]).toMatch(/^Newest/);
  expect(screen.queryByRole('button', { name: /Refresh the list/ })).toBeNull();
});

test('highlights a thread that the reader has just started, but only on the first view', async () => {
  const threads = [row(1, 'Old', '2'), row(8, 'Mine', '5')];
  await open({ threads, state: { createdThread: 8 } });
  await screen.findByText('Mine');
  const getCreatedTitles = () =>
    [...document.querySelectorAll('li[class*=created] h3')].map(({ textContent }) => textContent);
  expect(getCreatedTitles()).toEqual(['Mine']);
  expect((history.state as { state: unknown }).state).toBeNull();
});

test('shows the filters only if the URL contains any', async () => {
  await open({ threads: [row(1, 'Old', '2')], query: '?author=Bram' });
  expect((await screen.findByRole('textbox', { name: 'Author' })).getAttribute('value')).toBe('Bram');
  cleanup();
  await open({ threads: [row(1, 'Old', '2')] });
  await screen.findByText('Old');
  expect(screen.queryByRole('textbox', { name: 'Author' })).toBeNull();
});

test("mutes a thread's title only once the thread has been read to the end", async () => {
  const threads = [row(1, 'Old', '2'), row(2, 'New', '2')];
  const marks = threads.map(({ id: thread_id, last_post_at }) => {
    return { thread_id, unread: thread_id === 2, muted: false, order: positionString(3), seen: 0, last_post_at };
  });
  await open({ as: anna, threads, but: () => server.respondWith('GET /forums/read', marks) });
  await waitFor(() => expect(screen.getByText('Old').classList.contains('read-title')).toBe(true));
  expect(screen.getByText('New').classList.contains('read-title')).toBe(false);
});

test('shows the members who replied to a thread, except its author', async () => {
  const participants = [
    { id: 13, username: 'Cato', avatar_url: '/avatars/13' },
    { id: 14, username: 'Dirk', avatar_url: null },
  ];
  await open({ threads: [row(1, 'Old', '2', { participants, reply_count: 4 })] });
  const stack = await screen.findByRole('img', { name: 'Replies by Cato, Dirk' });
  expect(stack.querySelector('img')?.getAttribute('src')).toBe('/avatars/13');
  const renamedMember = { id: 13, pos: positionString(300), username: 'Kato', avatar_url: null, role: null };
  act(() => publishMember(renamedMember));
  expect(await screen.findByRole('img', { name: 'Replies by Kato, Dirk' })).toBeDefined();
});

test('lists subcategories with their counts', async () => {
  const places = [subsectionRow({ thread_count: 3, post_count: 12 })];
  await open({ section: { subcategories: places } });
  const name = await screen.findByRole('link', { name: 'Screenshots' });
  expect(name.closest('li')?.textContent).toContain('3 threads · 12 posts');
});

test('shows comfortable rows if the reader chooses them, and remembers the choice', async () => {
  const user = await open({ threads: [row(1, 'Old', '2')] });
  const toggle = await screen.findByRole('button', { name: 'Comfortable rows' });
  const list = () => screen.getByText('Old').closest('ul')?.className;
  expect([toggle.getAttribute('aria-pressed'), list()]).toEqual(['false', expect.stringMatching('compact')]);
  await user.click(toggle);
  expect([toggle.getAttribute('aria-pressed'), list()]).toEqual(['true', expect.stringMatching('comfortable')]);
  expect(localStorage.getItem('guildhall.density')).toBe('comfortable');
  await user.click(toggle);
  expect(list()).toMatch('compact');
});

test('shows each section rule as it was written', async () => {
  await open({ section: { rules: 'Be kind.\n\nNo <b>spam</b>.' } });
  const rules = await screen.findByRole('complementary', { name: 'Rules' });
  expect(
    within(rules)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Be kind.', 'No <b>spam</b>.']);
});

test('shows no list of rules if the section has none', async () => {
  await open();
  await screen.findByText('No threads yet.');
  expect(screen.queryByRole('complementary', { name: 'Rules' })).toBeNull();
});

test("shows the last reply's author, if there is one", async () => {
  const threads = [
    row(1, 'Quiet', '5', { reply_count: 0, last_username: 'Bram' }),
    row(2, 'Busy', '2', { reply_count: 1, last_username: 'Cato' }),
  ];
  await open({ threads });
  await screen.findByText('Busy');
  const [quiet, busy] = screen.getAllByRole('listitem').filter((item) => item.querySelector('h3'));
  expect(within(busy!).getByText(/^Cato ·/)).toBeDefined();
  expect(within(quiet!).queryByText(/^Bram ·/)).toBeNull();
});

test("redirects from a section's former name to its current URL", async () => {
  await open({ section: { name: 'halls', display_name: 'Halls', former_names: ['builds'] }, query: '?sort=newest' });
  await screen.findByRole('heading', { name: 'Halls' });
  await waitFor(() => expect(location.pathname + location.search).toBe('/forums/halls?sort=newest'));
});

test('renaming the open section updates the URL', async () => {
  await open({ threads: [row(1, 'Old', '2')] });
  await screen.findByText('Old');
  const renamedSection = sectionRow({ name: 'halls', display_name: 'Halls' });
  server.respondWith('GET /forums/sections', [renamedSection], { position: positionAt(200) });
  await act(() => loadSections());
  await screen.findByRole('heading', { name: 'Halls' });
  expect(location.pathname).toBe('/forums/halls');
  expect(screen.getByText('Old')).toBeDefined();
});
