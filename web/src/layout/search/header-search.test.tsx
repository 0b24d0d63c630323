import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { store } from '../../shared/browser/storage.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { HeaderSearch } from './header-search.js';

function buildHit(kind: SearchHit['kind'], id: number, title: string): SearchHit {
  const author = { user_id: 12, username: 'Bram', avatar_url: null, role: null };
  const isMember = kind === 'member';
  const place = { thread_id: isMember ? null : 7, section_id: isMember ? null : 3, subsection_id: null };
  const text = { title, prefix: null, title_html: title, snippet_html: '' };
  return { kind, id, ...author, ...place, ...text, created_at: '2026-03-01T12:00:00.000Z', order: null };
}
const castle = buildHit('thread', 7, 'My castle');
const reply = buildHit('post', 701, 'My castle');
const newerHit = buildHit('post', 702, 'Castle walls');
const searchResponse = {
  results: [buildHit('member', 12, 'Bram'), castle, reply],
  newest: [newerHit, castle],
  complete: true,
};

const getField = () => screen.getByRole('combobox', { name: 'Search the site' });
const queryOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const getChosen = () => {
  const id = getField().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};

async function type(typed: string) {
  server.respondWith('GET /search', searchResponse);
  const page = (
    <>
      <HeaderSearch />
      <input aria-label="Other" />
    </>
  );
  const user = await show(page, { at: '/', path: '*' });
  if (typed !== '') await user.type(getField(), typed);
  return user;
}

test('suggests members, best matches and newest posts without duplicates, then all results', async () => {
  await type('castle');
  await screen.findByText('4 suggestions');
  const list = screen.getByRole('listbox', { name: 'Suggestions' });
  const groups = within(list)
    .getAllByRole('group')
    .map((group) => [
      document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
      within(group).getAllByRole('option').length,
    ]);
  expect(groups).toEqual([
    ['Members', 1],
    ['Best matches', 2],
    ['Newest', 1],
  ]);
  expect(queryOptions().at(-1)).toBe('All results for “castle”');
  expect(getField().getAttribute('aria-expanded')).toBe('true');
  expect(getField().getAttribute('aria-controls')).toBe(list.id);
  const query = server.calls('GET /search').at(-1)?.query;
  expect([query?.get('q'), query?.get('limit'), query?.get('newest')]).toEqual(['castle', '4', '3']);
});

test('sends a single request for a word typed without a pause, and none for a single letter', async () => {
  const user = await type('c');
  await screen.findByRole('option', { name: 'All results for “c”' });
  await user.type(getField(), 'astle');
  await screen.findByText('4 suggestions');
  expect(server.calls('GET /search').map(({ query }) => query.get('q'))).toEqual(['castle']);
});

test('ignores the response to an outdated search request that arrives last', async () => {
  const user = await type('');
  const releaseFirst = server.hold('GET /search');
  await user.type(getField(), 'cas');
  await waitFor(() => expect(server.calls('GET /search')).toHaveLength(1));
  const releaseSecond = server.hold('GET /search');
  await user.type(getField(), 'tle wall');
  await waitFor(() => expect(server.calls('GET /search')).toHaveLength(2));
  server.respondWith('GET /search', { results: [newerHit], newest: [], complete: true });
  releaseSecond();
  await screen.findByText('1 suggestion');
  server.respondWith('GET /search', searchResponse);
  await act(async () => {
    releaseFirst();
    await new Promise((resolve) => setTimeout(resolve)); // By then, the response has been processed.
  });
  expect(queryOptions()).toHaveLength(2);
});

test('arrow keys select a suggestion, and Enter opens it and clears the field', async () => {
  const user = await type('castle');
  await screen.findByText('4 suggestions');
  expect(getChosen()).toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(getChosen()).toContain('My castle');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(getChosen()).toBeNull();
  await user.keyboard('{ArrowUp}');
  expect(getChosen()).toBe('All results for “castle”');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(location.pathname + location.hash).toBe('/forums/thread/7#post-701');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect((getField() as HTMLInputElement).value).toBe('');
});

test('the header search ignores keys pressed in an input method', async () => {
  const user = await type('castle');
  await screen.findByText('4 suggestions');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(getField(), { key, isComposing: true });
  expect(getChosen()).toContain('My castle');
  expect(location.pathname).toBe('/');
});

test('Enter opens all results if no suggestion is selected', async () => {
  const user = await type('castle');
  await user.keyboard('{Enter}');
  expect(location.pathname + location.search).toBe('/search?q=castle');
});

test('Escape closes the suggestions and keeps the search words, and an arrow key reopens them', async () => {
  const user = await type('castle');
  await screen.findByText('4 suggestions');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect([(getField() as HTMLInputElement).value, getField().getAttribute('aria-expanded')]).toEqual([
    'castle',
    'false',
  ]);
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('textbox', { name: 'Other' }));
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('shows that nothing was found, or that suggestions failed to load', async () => {
  const user = await type('');
  server.respondWith('GET /search', { results: [], newest: [], complete: true });
  await user.type(getField(), 'xyz');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No results.'));
  server.refuse('GET /search', 'unavailable');
  await user.type(getField(), 'z');
  await screen.findByText('Suggestions could not be loaded.');
  expect(queryOptions()).toEqual(['All results for “xyzz”']);
});

test('the / key focuses the search field, except in another field, where Ctrl+K still does', async () => {
  const user = await type('');
  const otherField = screen.getByRole('textbox', { name: 'Other' });
  await waitFor(() => expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false));
  expect(document.activeElement).toBe(getField());
  await user.click(otherField);
  expect(fireEvent.keyDown(otherField, { key: '/' })).toBe(true);
  expect(document.activeElement).toBe(otherField);
  expect(fireEvent.keyDown(otherField, { key: 'k', ctrlKey: true })).toBe(false);
  expect(document.activeElement).toBe(getField());
});

test('ignores / if keyboard shortcuts are turned off, but still accepts Ctrl+K', async () => {
  store('single-keys', 'off');
  await type('');
  await waitFor(() => expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false));
  getField().blur();
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
  expect(document.activeElement).toBe(document.body);
  store('single-keys', 'on');
});

test('an icon opens the search field if the header has no room for it', async () => {
  Object.assign(window, { matchMedia: (media: string) => ({ media, matches: media === '(max-width: 1180px)' }) });
  const user = await type('');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  const dialogField = dialog.getByRole('combobox', { name: 'Search the site' });
  expect(document.activeElement).toBe(dialogField);
  await user.type(dialogField, 'castle');
  await user.click(await dialog.findByRole('option', { name: /^Castle walls/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.hash).toBe('#post-702');
  fireEvent.keyDown(document.body, { key: '/' });
  await screen.findByRole('dialog', { name: 'Search' });
});
