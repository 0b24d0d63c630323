import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseDensity, chooseSingleKeys } from '../../../shared/browser/list-choices.js';
import { publishMember } from '../../../shared/state/member-names.js';
import { live } from '../../../testing/live.js';
import {
  anna,
  buildSuccessResponse,
  toRowPosition,
  buildSectionRow,
  buildSubsectionRow,
  buildThreadSummary,
} from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { LatestPage } from './latest-page.js';
import { useLatest } from './store.js';

const buildRow = (id: number, title: string, minute: number, more: Partial<ThreadSummary> = {}) =>
  buildThreadSummary({ id, title, last_post_at: `2026-03-01T12:0${minute}:00.000Z`, ...more });
const threeRows = [buildRow(1, 'First', 9), buildRow(2, 'Second', 8, { subsection_id: 31 }), buildRow(3, 'Third', 7)];
const getTitles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const getFocusedText = () => document.activeElement?.textContent;

interface PageOptions {
  as?: Me | null;
  threads?: ThreadSummary[];
  next?: string;
  marks?: ReadMarkRow[];
}

async function open({ as = null, threads = threeRows, next, marks = [] }: PageOptions) {
  server.respondWith('GET /forums/recent', threads, next === undefined ? {} : { next });
  server.respondWith('GET /forums/read', marks);
  const sections = [buildSectionRow({ subcategories: [buildSubsectionRow()] })];
  const user = await show(<LatestPage />, { as, sections, at: '/latest', path: '/latest' });
  if (threads.length > 0) await screen.findByText(threads[0]?.title ?? '');
  return user;
}

beforeEach(() => {
  useLatest.setState(useLatest.getInitialState());
  chooseSingleKeys(true);
  chooseDensity('compact');
});

test('lists the threads in all places by latest reply, each with the name of its place', async () => {
  await open({});
  expect(getTitles()).toEqual(['First', 'Second', 'Third']);
  expect(screen.getByText('Second').closest('li')?.textContent).toContain('in Screenshots');
  expect(server.calls('GET /forums/recent')[0]?.query.get('limit')).toBe('30');
});

test('loads more threads on request without duplicates and shows an error if loading fails', async () => {
  const user = await open({ next: '/api/forums/recent?limit=30&cursor=7' });
  server.fail('GET /forums/recent');
  await user.click(screen.getByRole('button', { name: 'Show more threads' }));
  await screen.findByText('More threads could not be loaded. Please try again.');
  server.respondWith('GET /forums/recent', [buildRow(3, 'Third', 7), buildRow(4, 'Fourth', 6)]);
  await user.click(screen.getByRole('button', { name: 'Show more threads' }));
  await screen.findByText('Fourth');
  expect(getTitles()).toEqual(['First', 'Second', 'Third', 'Fourth']);
});

test('a new reply updates the reply count without moving the row', async () => {
  const user = await open({});
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  const last_post_at = '2026-03-01T12:10:00.000Z';
  const updatedRow = { pos: toRowPosition(50), reply_count: 4, last_post_at };
  live.send('section:3', { kind: 'summary', ...buildRow(3, 'Third', 9, updatedRow) });
  live.send('section:3', { kind: 'summary', ...buildRow(9, 'Ninth', 9, { pos: toRowPosition(51) }) });
  expect(getTitles().map((title) => title?.slice(0, 5))).toEqual(['First', 'Secon', 'Third']);
  expect(screen.getByText('4 replies')).toBeDefined();
  server.respondWith('GET /forums/recent', [buildRow(9, 'Ninth', 9), ...threeRows]);
  await user.click(screen.getByRole('button', { name: '2 threads have new posts. Show them at the top' }));
  await screen.findByText('Ninth');
  expect(getTitles()[0]).toMatch(/^Ninth/);
  expect(screen.queryByRole('button', { name: /Show them at the top/ })).toBeNull();
});

test('counts a new post in the tab and button unless it is deleted', async () => {
  await open({});
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  const ats = ['2026-03-01T12:10:00.000Z', '2026-03-01T12:07:00.000Z', '2026-03-01T12:10:00.000Z'];
  for (const [n, last_post_at] of ats.entries()) {
    const pos = toRowPosition(50 + n);
    live.send('section:3', { kind: 'summary', ...buildRow(3, 'Third', 9, { pos, last_post_at }) });
    live.send('section:3', { kind: 'recount', id: 3, pos });
    await waitFor(() => expect(document.title.startsWith('(1)')).toBe(n !== 1));
    expect(screen.queryByRole('button', { name: /Show it at the top/ }) !== null).toBe(n !== 1);
  }
});

test("does not count the reader's own posts or deleted posts", async () => {
  await open({ as: anna });
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  const ownPost = { last_user_id: anna.id };
  live.send('section:3', { kind: 'summary', ...buildRow(3, 'Third', 9, { pos: toRowPosition(50), ...ownPost }) });
  live.send('section:3', { kind: 'summary', ...buildRow(8, 'Eighth', 9, { pos: toRowPosition(51), ...ownPost }) });
  live.send('section:3', { kind: 'summary', ...buildRow(9, 'Ninth', 9, { pos: toRowPosition(52) }) });
  await screen.findByRole('button', { name: '1 thread has new posts. Show it at the top' });
  live.send('section:3', { kind: 'summary', id: 9, pos: toRowPosition(53), removed: true });
  await waitFor(() => expect(screen.queryByRole('button', { name: /at the top/ })).toBeNull());
});

test('removes a deleted thread, but not a thread that moves to another section', async () => {
  await open({});
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  live.send('section:3', { kind: 'summary', id: 1, pos: toRowPosition(50), removed: true });
  live.send('section:3', { kind: 'summary', id: 3, pos: toRowPosition(51), removed: true });
  expect(getTitles()).toEqual(['Second']);
  live.send('subsection:31', {
    kind: 'summary',
    ...buildRow(3, 'Third', 7, { pos: toRowPosition(51), subsection_id: 31 }),
  });
  expect(getTitles()).toEqual(['Second', 'Third']);
});

test('retains the list when the reader returns, and announces new posts', async () => {
  await open({ next: '/api/forums/recent?limit=30&cursor=7' });
  cleanup();
  server.respondWith('GET /forums/recent', [buildRow(9, 'Ninth', 9), ...threeRows]);
  await show(<LatestPage />, { at: '/latest', path: '/latest' });
  expect(getTitles()).toEqual(['First', 'Second', 'Third']);
  await screen.findByRole('button', { name: '1 thread has new posts. Show it at the top' });
  expect(getTitles()).toEqual(['First', 'Second', 'Third']);
});

test('Back from another tab shows all pages that were loaded, with the current names', async () => {
  server.respondWith('GET /forums/recent/own', [buildRow(7, 'Unread one', 5)]);
  const user = await open({ as: anna, next: '/api/forums/recent?limit=30&cursor=7' });
  server.respondWith('GET /forums/recent', [buildRow(4, 'Fourth', 6, { user_id: 13, username: 'Cato' })]);
  await user.click(screen.getByRole('button', { name: 'Show more threads' }));
  await screen.findByText('Fourth');
  await user.click(screen.getByRole('link', { name: 'Unread' }));
  await screen.findByText('Unread one');
  act(() => publishMember({ id: 13, pos: toRowPosition(300), username: 'Kato', avatar_url: null, role: null }));
  server.respondWith('GET /forums/recent', threeRows, { next: '/api/forums/recent?limit=30&cursor=7' });
  act(() => history.back());
  await screen.findByText('Fourth');
  expect(getTitles()).toEqual(['First', 'Second', 'Third', 'Fourth']);
  expect(screen.getByText('Fourth').closest('li')?.textContent).toContain('Kato');
});

test('drops threads that disappeared while the reader was away, but not those of further pages', async () => {
  const next = '/api/forums/recent?limit=30&cursor=7';
  const user = await open({ next });
  server.respondWith('GET /forums/recent', [buildRow(4, 'Fourth', 6)]);
  await user.click(screen.getByRole('button', { name: 'Show more threads' }));
  await screen.findByText('Fourth');
  cleanup();
  server.respondWith('GET /forums/recent', [buildRow(1, 'First', 9), buildRow(3, 'Third', 7)], { next });
  await show(<LatestPage />, { at: '/latest', path: '/latest' });
  await waitFor(() => expect(getTitles()).toEqual(['First', 'Third', 'Fourth']));
  cleanup();
  server.respondWith('GET /forums/recent', [buildRow(3, 'Third', 7)]);
  await show(<LatestPage />, { at: '/latest', path: '/latest' });
  await waitFor(() => expect(getTitles()).toEqual(['Third']));
});

test('retains a thread that was read in the unread tab when the reader returns', async () => {
  server.respondWith('GET /forums/recent/own', [buildRow(1, 'First', 9), buildRow(2, 'Second', 8)]);
  server.respondWith('GET /forums/read', []);
  const at = { at: '/latest?tab=unread', path: '/latest' };
  await show(<LatestPage />, { as: anna, sections: [buildSectionRow()], ...at });
  await screen.findByText('First');
  cleanup();
  server.respondWith('GET /forums/recent/own', [buildRow(2, 'Second now', 8, { pos: toRowPosition(90) })]);
  await show(<LatestPage />, { as: anna, ...at });
  await screen.findByText('Second now');
  expect(getTitles()).toEqual(['First', 'Second now']);
});

test('pressing j or k moves the focus, and o opens a thread', async () => {
  const user = await open({});
  await user.keyboard('j');
  expect(getFocusedText()).toBe('First');
  await user.keyboard('jjj');
  expect(getFocusedText()).toBe('Third');
  await user.keyboard('k');
  expect(getFocusedText()).toBe('Second');
  await user.keyboard('o');
  expect(location.pathname).toBe('/forums/thread/2');
});

test('m marks a thread as read up to the latest reply shown in its row', async () => {
  const firstThread = buildRow(1, 'First', 9, { reply_count: 2, pos: toRowPosition(40) });
  const mark = {
    thread_id: 1,
    unread: true,
    muted: false,
    order: toRowPosition(3),
    seen: 0,
    last_post_at: firstThread.last_post_at,
  };
  server.respondWith('PUT /forums/threads/1/read', buildSuccessResponse());
  const user = await open({ as: anna, threads: [firstThread], marks: [mark] });
  await waitFor(() => expect(getTitles()).toEqual(['First2 new']));
  await user.keyboard('jm');
  expect(getTitles()).toEqual(['First']);
  await waitFor(() => expect(server.calls('PUT /forums/threads/1/read')).toHaveLength(1));
  expect(server.calls('PUT /forums/threads/1/read')[0]?.body).toEqual({ order: toRowPosition(40) });
  expect(screen.getByText('“First” is marked as read.')).toBeDefined();
});

test('shows members tabs of their own threads, and guests only all threads', async () => {
  server.respondWith('GET /forums/recent/own', [buildRow(7, 'Unread one', 5)]);
  const user = await open({ as: anna });
  await user.click(screen.getByRole('link', { name: 'Unread' }));
  await screen.findByText('Unread one');
  expect(getTitles()).toEqual(['Unread one']);
  expect(location.search).toBe('?tab=unread');
  expect(server.calls('GET /forums/recent/own')[0]?.query.toString()).toBe('list=unread&limit=30');
  expect(screen.getByRole('link', { name: 'Unread' }).getAttribute('aria-current')).toBe('page');
  await user.click(screen.getByRole('link', { name: 'All' }));
  await screen.findByText('First');
  cleanup();
  await show(<LatestPage />, { at: '/latest?tab=unread', path: '/latest' });
  await screen.findByText('First');
  expect(screen.queryByRole('link', { name: 'Unread' })).toBeNull();
});

test.each([
  ['unread', 'You have read everything.'],
  ['watched', 'You are not watching any threads or sections yet.'],
  ['mine', 'You have not started a thread yet.'],
])('explains why the tab %s is empty', async (tab, text) => {
  server.respondWith('GET /forums/recent/own', []);
  await show(<LatestPage />, { as: anna, sections: [buildSectionRow()], at: `/latest?tab=${tab}`, path: '/latest' });
  expect(await screen.findByText(text)).toBeDefined();
});

test('asks the server whether a thread with a new post belongs to the tab', async () => {
  server.respondWith('GET /forums/recent/own', [buildRow(1, 'First', 9)]);
  server.respondWith('GET /forums/read', []);
  await show(<LatestPage />, { as: anna, sections: [buildSectionRow()], at: '/latest?tab=watched', path: '/latest' });
  await screen.findByText('First');
  await waitFor(() => expect(live.joined('section:3')).toBe(true));
  server.respondWith('GET /forums/recent/own', [buildRow(9, 'Ninth', 9), buildRow(1, 'First', 9)]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  live.send('section:3', { kind: 'summary', ...buildRow(8, 'Eighth', 9, { pos: toRowPosition(50) }) });
  live.send('section:3', { kind: 'summary', ...buildRow(9, 'Ninth', 9, { pos: toRowPosition(51) }) });
  expect(getTitles()).toEqual(['First']);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  const pill = { name: '1 thread has new posts. Show it at the top' };
  await screen.findByRole('button', pill);
  expect(server.calls('GET /forums/recent/own')).toHaveLength(2);
});

test('pressing r reloads the list', async () => {
  const user = await open({});
  server.respondWith('GET /forums/recent', [buildRow(9, 'Ninth', 9)]);
  await user.keyboard('r');
  await screen.findByText('Ninth');
  expect(screen.getByText('The list was reloaded.')).toBeDefined();
});

test('pressing ? lists the keyboard shortcuts and how to turn them off', async () => {
  const user = await open({});
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(dialog.textContent).toContain('Mark the thread as read');
  await user.keyboard('o');
  expect(location.pathname).toBe('/latest');
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('j?');
  expect(getFocusedText()).not.toBe('First');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
  expect(localStorage.getItem('guildhall.single-keys')).toBe('on');
});

test('ignores shortcut keys pressed with a modifier or in a field', async () => {
  const user = await open({});
  const field = document.body.appendChild(document.createElement('input'));
  await user.keyboard('{Control>}j{/Control}{Alt>}j{/Alt}{Meta>}j{/Meta}{Shift>}J{/Shift}');
  await user.click(field);
  await user.keyboard('jo?');
  expect(field.value).toBe('jo?');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.pathname).toBe('/latest');
  field.remove();
  await user.keyboard('j');
  expect(getFocusedText()).toBe('First');
});

test('offers a retry if the list is unavailable, and shows a message if there are no threads', async () => {
  server.respondWith('GET /forums/sections', [buildSectionRow()]);
  server.refuse('GET /forums/recent', 'unavailable');
  const user = await show(<LatestPage />, { sections: [buildSectionRow()], at: '/latest', path: '/latest' });
  await screen.findByRole('alert');
  server.respondWith('GET /forums/recent', []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing has been posted yet.')).toBeDefined();
});
