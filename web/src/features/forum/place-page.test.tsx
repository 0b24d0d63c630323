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
  toRowPosition,
  toLogPosition,
  buildSectionRow,
  buildSubsectionRow,
  buildThreadSummary,
} from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { PlacePage } from './place-page.js';

interface PageOptions {
  as?: Me | null;
  section?: Partial<SectionRow>;
  threads?: ThreadSummary[];
  next?: string;
  query?: string;
  state?: unknown;
  prepareServer?: () => void;
}

const getTitles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const buildRow = (id: number, title: string, at: string, more: Partial<ThreadSummary> = {}) =>
  buildThreadSummary({ id, title, last_post_at: `2026-03-0${at}T12:00:00.000Z`, ...more });

function open({ as = null, section, threads = [], next, query = '', state, prepareServer }: PageOptions = {}) {
  server.respondWith('GET /forums/threads', threads, next === undefined ? {} : { next });
  server.respondWith('GET /forums/watches/3', {
    level: null,
    applies: 'normal',
    default_level: 'normal',
    tells: false,
  });
  server.respondWith('GET /forums/read', []);
  server.respondWith('GET /forums/read/places', []);
  prepareServer?.();
  const sections = [buildSectionRow(section)];
  return show(<PlacePage />, { as, sections, at: `/forums/builds${query}`, path: '/forums/:section', state });
}

test('invites guests to log in to start a thread', async () => {
  await open({ threads: [buildRow(1, 'Old', '2')] });
  await screen.findByText('Old');
  expect(screen.getByRole('link', { name: 'Log in to start a thread' }).getAttribute('href')).toBe('/auth');
});

test('does not invite guests to start a thread where members cannot', async () => {
  await open({ section: { can: { ...everyFlag, can_post: false } } });
  await screen.findByText('No threads yet.');
  expect(screen.queryByRole('link', { name: 'Log in to start a thread' })).toBeNull();
});

test('an empty place suggests a search', async () => {
  await open();
  await screen.findByText('No threads yet.');
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
  await open({ as: anna, section: { allow_threads_direct: false, subcategories: [buildSubsectionRow()] } });
  await screen.findByText('Threads are not allowed directly in this section. Select a subcategory first.');
});

test('lists pinned threads first, then the newest, with their reply counts', async () => {
  const pinnedThread = buildRow(3, 'Rules', '1', { sticky: true, locked: true });
  await open({
    threads: [buildRow(1, 'Old', '2'), buildRow(2, 'New', '5', { reply_count: 1, solution_id: 9 }), pinnedThread],
  });
  await screen.findByText('Old');
  expect(getTitles()).toEqual(['Pinned: Locked: Rules', 'Solved: New', 'Old']);
  expect(screen.getAllByText(/^\d+ repl(y|ies)$/).map(({ textContent }) => textContent)).toEqual([
    '0 replies',
    '1 reply',
    '0 replies',
  ]);
});

test('moves a thread up when it gets a reply, and removes a deleted thread', async () => {
  await open({ threads: [buildRow(1, 'Old', '2'), buildRow(2, 'New', '5')] });
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...buildRow(1, 'Old', '8', { pos: toRowPosition(50) }) });
  expect(getTitles()[0]).toMatch(/^Old/);
  expect(document.title).toMatch(/^\(1\)/);
  live.send('section:3', { kind: 'summary', id: 2, pos: toRowPosition(51), removed: true });
  expect(getTitles()).toHaveLength(1);
});

test('loads more threads on request and remains usable if loading fails', async () => {
  const user = await open({ threads: [buildRow(2, 'New', '5')], next: '/api/forums/threads?section_id=3&cursor=x' });
  const moreButton = await screen.findByRole('button', { name: 'Show more threads' });
  server.fail('GET /forums/threads');
  await user.click(moreButton);
  await screen.findByText('More threads could not be loaded. Please try again.');
  expect(moreButton.getAttribute('aria-disabled')).toBe('false');
  server.respondWith('GET /forums/threads', [buildRow(2, 'New', '5'), buildRow(1, 'Old', '2')]);
  await user.click(moreButton);
  await screen.findByText('Old');
  expect(getTitles()).toEqual(['New', 'Old']);
  expect(screen.queryByRole('button', { name: 'Show more threads' })).toBeNull();
});

test('Back from another sort order shows all pages that were loaded', async () => {
  const firstPage = Array.from({ length: 30 }, (_, n) => buildRow(n + 2, `Thread ${n + 2}`, '5'));
  const user = await open({ threads: firstPage, next: '/api/forums/threads?section_id=3&cursor=x' });
  const moreButton = await screen.findByRole('button', { name: 'Show more threads' });
  server.respondWith('GET /forums/threads', [buildRow(1, 'Old', '2')]);
  await user.click(moreButton);
  await screen.findByText('Old');
  server.respondWith('GET /forums/threads', [buildRow(8, 'Busy', '5')]);
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Most replies');
  await waitFor(() => expect(getTitles()).toEqual(['Busy']));
  const release = server.hold('GET /forums/threads');
  act(() => history.back());
  await waitFor(() => expect(getTitles()).toHaveLength(31));
  expect(server.calls('GET /forums/threads').at(-1)?.query.toString()).toBe('section_id=3&limit=31');
  release();
});

test("offers a retry if a place's list is unavailable", async () => {
  const user = await open({ prepareServer: () => server.refuse('GET /forums/threads', 'unavailable') });
  await screen.findByRole('alert');
  server.respondWith('GET /forums/threads', [buildRow(1, 'Old', '2')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Old');
});

test('shows a message if a place disappears or access to it is lost', async () => {
  await open({ threads: [buildRow(1, 'Old', '2')] });
  await screen.findByText('Old');
  server.respondWith('GET /forums/sections', [], { position: toLogPosition(200) });
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
  const user = await open({ section: { prefixes: [bug] }, threads: [buildRow(1, 'It breaks', '1', { prefix: bug })] });
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
  const user = await open({ threads: [buildRow(1, 'Old', '1')] });
  await screen.findByText('Old');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Most replies');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.type(screen.getByLabelText('Author'), '@Bram{Enter}');
  expect(location.search).toBe('?sort=replies&author=Bram');
  const getLastQuery = () => server.calls('GET /forums/threads').at(-1)?.query.toString();
  await waitFor(() => expect(getLastQuery()).toBe('section_id=3&sort=replies&author=Bram&limit=30'));
  await user.click(screen.getByRole('button', { name: 'Clear author' }));
  expect(location.search).toBe('?sort=replies');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Latest reply');
  expect(location.search).toBe('');
});

test("shows the list specified by the URL in the server's order", async () => {
  const threads = [
    buildRow(1, 'Liked', '1', { reactions: { like: 3 } }),
    buildRow(2, 'Pinned one', '5', { sticky: true }),
  ];
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
  const user = await open({ threads: [buildRow(1, 'Old', '2'), buildRow(2, 'New', '1')], query: '?sort=newest' });
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...buildRow(2, 'New', '8', { pos: toRowPosition(50), reply_count: 1 }) });
  live.send('section:3', { kind: 'summary', ...buildRow(9, 'Newest', '9', { pos: toRowPosition(51) }) });
  expect(getTitles()).toEqual(['Old', expect.stringMatching(/^New/)]);
  expect(screen.getByText('1 reply')).toBeDefined();
  server.respondWith('GET /forums/threads', [
    buildRow(9, 'Newest', '9'),
    buildRow(1, 'Old', '2'),
    buildRow(2, 'New', '8'),
  ]);
  await user.click(screen.getByRole('button', { name: '1 thread has changed. Refresh the list' }));
  await waitFor(() => expect(getTitles()).toHaveLength(3));
  expect(getTitles()[0]).toMatch(/^Newest/);
  expect(screen.queryByRole('button', { name: /Refresh the list/ })).toBeNull();
});

test('highlights a thread that the reader has just started, but only on the first view', async () => {
  const threads = [buildRow(1, 'Old', '2'), buildRow(8, 'Mine', '5')];
  await open({ threads, state: { createdThread: 8 } });
  await screen.findByText('Mine');
  const getCreatedTitles = () =>
    [...document.querySelectorAll('li[class*=created] h3')].map(({ textContent }) => textContent);
  expect(getCreatedTitles()).toEqual(['Mine']);
  expect((history.state as { state: unknown }).state).toBeNull();
});

test('shows the filters only if the URL contains any', async () => {
  await open({ threads: [buildRow(1, 'Old', '2')], query: '?author=Bram' });
  expect((await screen.findByRole('textbox', { name: 'Author' })).getAttribute('value')).toBe('Bram');
  cleanup();
  await open({ threads: [buildRow(1, 'Old', '2')] });
  await screen.findByText('Old');
  expect(screen.queryByRole('textbox', { name: 'Author' })).toBeNull();
});

test("mutes a thread's title only once the thread has been read to the end", async () => {
  const threads = [buildRow(1, 'Old', '2'), buildRow(2, 'New', '2')];
  const marks = threads.map(({ id: thread_id, last_post_at }) => {
    return { thread_id, unread: thread_id === 2, muted: false, order: toRowPosition(3), seen: 0, last_post_at };
  });
  await open({ as: anna, threads, prepareServer: () => server.respondWith('GET /forums/read', marks) });
  await waitFor(() => expect(screen.getByText('Old').classList.contains('read-title')).toBe(true));
  expect(screen.getByText('New').classList.contains('read-title')).toBe(false);
});

test('shows the members who replied to a thread, except its author', async () => {
  const participants = [
    { id: 13, username: 'Cato', avatar_url: '/avatars/13' },
    { id: 14, username: 'Dirk', avatar_url: null },
  ];
  await open({ threads: [buildRow(1, 'Old', '2', { participants, reply_count: 4 })] });
  const stack = await screen.findByRole('img', { name: 'Replies by Cato, Dirk' });
  expect(stack.querySelector('img')?.getAttribute('src')).toBe('/avatars/13');
  const renamedMember = { id: 13, pos: toRowPosition(300), username: 'Kato', avatar_url: null, role: null };
  act(() => publishMember(renamedMember));
  expect(await screen.findByRole('img', { name: 'Replies by Kato, Dirk' })).toBeDefined();
});

test('lists subcategories with their counts', async () => {
  const places = [buildSubsectionRow({ thread_count: 3, post_count: 12 })];
  await open({ section: { subcategories: places } });
  const name = await screen.findByRole('link', { name: 'Screenshots' });
  expect(name.closest('li')?.textContent).toContain('3 threads · 12 posts');
});

test('shows comfortable rows if the reader chooses them, and remembers the choice', async () => {
  const user = await open({ threads: [buildRow(1, 'Old', '2')] });
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
    buildRow(1, 'Quiet', '5', { reply_count: 0, last_username: 'Bram' }),
    buildRow(2, 'Busy', '2', { reply_count: 1, last_username: 'Cato' }),
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
  await open({ threads: [buildRow(1, 'Old', '2')] });
  await screen.findByText('Old');
  const renamedSection = buildSectionRow({ name: 'halls', display_name: 'Halls' });
  server.respondWith('GET /forums/sections', [renamedSection], { position: toLogPosition(200) });
  await act(() => loadSections());
  await screen.findByRole('heading', { name: 'Halls' });
  expect(location.pathname).toBe('/forums/halls');
  expect(screen.getByText('Old')).toBeDefined();
});
