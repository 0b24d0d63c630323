import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Link } from '../../shared/router.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { buildSectionRow, buildSubsectionRow } from '../../testing/rows.js';
import { SearchPage } from './search-page.js';

function buildHit(id: number, title: string, prefix: SearchHit['prefix'] = null): SearchHit {
  const author = { user_id: 12, username: 'Bram', avatar_url: null, role: null };
  const place = { thread_id: id, section_id: 3, subsection_id: null };
  const text = { title, prefix, title_html: `${title} <mark>&lt;b&gt;</mark>`, snippet_html: '' };
  return { kind: 'thread', id, ...author, ...place, ...text, created_at: '2026-03-01T12:00:00.000Z', order: '1' };
}

function open(query: string) {
  server.respondWith('GET /forums/sections', [buildSectionRow()]);
  return show(<SearchPage />, { at: `/search${query}`, path: '/search' });
}

test('marks the results from solved threads', async () => {
  server.respondWith('GET /search', {
    results: [{ ...buildHit(1, 'Old'), solved: true }, buildHit(2, 'New')],
    complete: true,
  });
  await open('?q=harbour');
  const badge = await screen.findByText('Solved');
  expect(badge.closest('li')?.textContent).toContain('Old');
});

test('requests no results without a search query', async () => {
  await open('');
  expect(screen.getByText(/^Search for words/)).toBeDefined();
  expect(server.calls('GET /search')).toEqual([]);
});

test('shows suggestions if nothing is found', async () => {
  server.respondWith('GET /search', { results: [], complete: true });
  await open('?q=castel');
  await screen.findByText('No results.');
  expect(screen.queryByText(/index is still being built/)).toBeNull();
});

test('shows that there may be more results while the index is being built', async () => {
  server.respondWith('GET /search', { results: [buildHit(1, 'Castle')], complete: false });
  await open('?q=castle');
  expect((await screen.findByText(/^1 result/)).textContent).toContain('The search index is still being built');
});

test('shows results as plain text without interpreting markup', async () => {
  server.respondWith('GET /search', { results: [buildHit(1, 'Castle')], complete: true });
  await open('?q=castle');
  const link = await screen.findByRole('link', { name: 'Castle <b>' });
  expect(link.querySelector('mark')?.textContent).toBe('<b>');
  expect(link.getAttribute('href')).toBe('/forums/thread/1');
});

test("a search result shows the thread's prefix before its title", async () => {
  const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
  const results = [
    buildHit(1, 'Castle', prefix),
    { ...buildHit(2, 'Castle', prefix), kind: 'post' as const, thread_id: 1 },
  ];
  server.respondWith('GET /search', { results, complete: true });
  await open('?q=prefix:bug');
  const links = await screen.findAllByRole('link', { name: 'Bug Castle <b>' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/forums/thread/1', '/forums/thread/1#post-2']);
  expect(server.calls('GET /search')[0]?.query.get('q')).toBe('prefix:bug');
});

test('shows why a search was rejected, and can retry it', async () => {
  server.refuse('GET /search', 'too-many');
  const user = await open('?q=castle');
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts. Please wait a moment.');
  server.respondWith('GET /search', { results: [buildHit(1, 'Castle')], complete: true });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('1 result');
});

test('submitting a query or selecting a filter adds it to the URL', async () => {
  server.respondWith('GET /search', { results: [], complete: true });
  const user = await open('');
  await user.type(screen.getByLabelText('Search for'), 'castle{Enter}');
  await waitFor(() => expect(location.search).toBe('?q=castle'));
  await user.selectOptions(screen.getByLabelText('Order'), 'Newest first');
  await waitFor(() => expect(location.search).toBe('?q=castle&sort=newest'));
  await waitFor(() => expect(server.calls('GET /search').at(-1)?.query.get('sort')).toBe('newest'));
  await screen.findByText('No results.');
});

test('the search fields reflect the query in the URL, even after navigation', async () => {
  server.respondWith('GET /search', { results: [], complete: true });
  server.respondWith('GET /forums/sections', [buildSectionRow()]);
  const page = (
    <>
      <Link to="/search?q=moat">The moat</Link>
      <SearchPage />
    </>
  );
  const user = await show(page, { at: '/search?q=castle', path: '/search' });
  const getWords = () => screen.getByLabelText<HTMLInputElement>('Search for').value;
  expect(getWords()).toBe('castle');
  await user.click(screen.getByText('The moat'));
  expect(getWords()).toBe('moat');
});

test('a search within a subsection does not also send its section', async () => {
  server.respondWith('GET /search', { results: [], complete: true });
  const sections = [buildSectionRow({ subcategories: [buildSubsectionRow()] })];
  server.respondWith('GET /forums/sections', sections);
  const user = await show(<SearchPage />, { at: '/search?q=castle&section_id=3', path: '/search', sections });
  const place = await screen.findByRole('combobox', { name: 'Forum' });
  await user.selectOptions(place, 'Builds / Screenshots');
  await waitFor(() => expect(server.calls('GET /search').at(-1)?.query.get('subsection_id')).toBe('31'));
  expect(server.calls('GET /search').at(-1)?.query.get('section_id')).toBeNull();
  await user.selectOptions(place, 'Builds');
  await waitFor(() => expect(server.calls('GET /search').at(-1)?.query.get('section_id')).toBe('3'));
  expect(server.calls('GET /search').at(-1)?.query.get('subsection_id')).toBeNull();
});
