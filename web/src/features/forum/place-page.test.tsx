import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadSections } from '../../shared/state/sections.js';
import { live } from '../../testing/live.js';
import { anna, everyFlag, positionString, positionAt, sectionRow, threadSummary } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { PlacePage } from './place-page.js';

interface Shown {
  as?: Me | null;
  section?: Partial<SectionRow>;
  threads?: ThreadSummary[];
  next?: string;
  but?: () => void;
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const row = (id: number, title: string, at: string, more: Partial<ThreadSummary> = {}) =>
  threadSummary({ id, title, last_post_at: `2026-03-0${at}T12:00:00.000Z`, ...more });

function open({ as = null, section, threads = [], next, but }: Shown = {}) {
  server.respondWith('GET /forums/threads', threads, next === undefined ? {} : { next });
  server.respondWith('GET /forums/watches/3', { level: null, tells: false });
  server.respondWith('GET /forums/read', []);
  server.respondWith('GET /forums/read/places', []);
  but?.();
  const sections = [sectionRow(section)];
  return show(<PlacePage />, { as, sections, at: '/forums/builds', path: '/forums/:section' });
}

test('invites a member to write the first thread, and a guest to log in', async () => {
  await open();
  await screen.findByText('No threads yet.');
  expect(screen.getByRole('link', { name: 'Log in to start a thread' })).toBeDefined();
  expect(screen.queryByText('+ New Thread')).toBeNull();
});

test('gives a role without can_post the reason next to its disabled button', async () => {
  await open({ as: anna, section: { can: { ...everyFlag, can_post: false } } });
  const button = await screen.findByRole('button', { name: '+ New Thread' });
  const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe("You don't have permission to start threads here.");
});

test('lists pinned threads first, then the newest, and counts replies', async () => {
  const pinned = row(3, 'Rules', '1', { sticky: true, locked: true });
  await open({ threads: [row(1, 'Old', '2'), row(2, 'New', '5', { reply_count: 1 }), pinned] });
  await screen.findByText('Old');
  expect(titles()).toEqual(['Pinned: Locked: Rules', 'New', 'Old']);
  expect(screen.getAllByText(/repl(y|ies)$/).map(({ textContent }) => textContent)).toEqual([
    '0 replies',
    '1 reply',
    '0 replies',
  ]);
});

test('moves a thread up when it gets a reply while the list is read, and removes a deleted one', async () => {
  await open({ threads: [row(1, 'Old', '2'), row(2, 'New', '5')] });
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', ...row(1, 'Old', '8', { pos: positionString(50) }) });
  expect(titles()[0]).toMatch(/^Old/);
  expect(document.title).toMatch(/^\(1\)/);
  live.send('section:3', { kind: 'summary', id: 2, pos: positionString(51), removed: true });
  expect(titles()).toHaveLength(1);
});

test('loads further threads on request, and stays usable when they do not load', async () => {
  const user = await open({ threads: [row(2, 'New', '5')], next: '/api/forums/threads?section_id=3&cursor=x' });
  const more = await screen.findByRole('button', { name: 'Show more threads' });
  server.fails('GET /forums/threads');
  await user.click(more);
  await waitFor(() => expect(more.getAttribute('aria-disabled')).toBe('false'));
  server.respondWith('GET /forums/threads', [row(2, 'New', '5'), row(1, 'Old', '2')]);
  await user.click(more);
  await screen.findByText('Old');
  expect(titles()).toEqual(['New', 'Old']);
  expect(screen.queryByRole('button', { name: 'Show more threads' })).toBeNull();
});

test('offers to try again when the list is not available', async () => {
  const user = await open({ but: () => server.refuses('GET /forums/threads', 'unavailable') });
  await screen.findByRole('alert');
  server.respondWith('GET /forums/threads', [row(1, 'Old', '2')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Old');
});

test('shows a place that the role loses access to while it is read as gone', async () => {
  await open({ threads: [row(1, 'Old', '2')] });
  await screen.findByText('Old');
  server.respondWith('GET /forums/sections', [], { position: positionAt(200) });
  await act(() => loadSections());
  await screen.findByText('This section was deleted or moved.');
  expect(screen.queryByText('Old')).toBeNull();
});

test('finds no place under an unknown name', async () => {
  await open({ section: { name: 'other', display_name: 'Other' } });
  expect(await screen.findByRole('heading', { name: 'Oops, page not found!' })).toBeDefined();
});

test('narrows the list to the threads with one prefix, by the address', async () => {
  const bug = { id: 71, label: 'Bug', color: 'red' } as const;
  const user = await open({ section: { prefixes: [bug] }, threads: [row(1, 'It breaks', '1', { prefix: bug })] });
  await screen.findByText('It breaks', { exact: false });
  await user.click(screen.getByRole('link', { name: 'Bug' }));
  expect(location.search).toBe('?prefix=71');
  const asked = () => server.calls('GET /forums/threads').map(({ query }) => query.get('prefix'));
  await waitFor(() => expect(asked()).toEqual([null, '71']));
  expect(screen.getByRole('link', { name: 'Bug' }).getAttribute('aria-current')).toBe('true');
});
