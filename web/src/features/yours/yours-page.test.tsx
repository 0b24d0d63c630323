import type { BookmarkRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../shared/paths.js';
import { anna, successResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { YoursPage } from './yours-page.js';

const at = '2026-03-01T12:00:00.000Z';
const bookmark = (more: Partial<BookmarkRow> = {}): BookmarkRow => ({
  ...{ kind: 'post', id: 701, thread_id: 7, title: 'My castle', content: 'Bring rope.', note: 'For Sunday' },
  ...{ remind_at: null, created_at: at, ...more },
});

const open = (part = '') => show(<YoursPage />, { as: anna, at: `/yours${part}`, path: paths.yours });

test('explains how to bookmark if there are no bookmarks', async () => {
  server.respondWith('GET /bookmarks', []);
  await open();
  expect(await screen.findByText(/^You have no bookmarks yet/)).toBeDefined();
});

test('a bookmark links to its content, and its note can be changed', async () => {
  server.respondWith('GET /bookmarks', [bookmark()]);
  server.respondWith('PUT /bookmarks/post/701', successResponse());
  const user = await open();
  expect((await screen.findByRole('link', { name: 'My castle' })).getAttribute('href')).toBe(
    '/forums/thread/7#post-701',
  );
  await user.click(screen.getByRole('button', { name: 'Edit the bookmark for My castle' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note (optional)' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Bookmark saved.');
  expect(server.calls('PUT /bookmarks/post/701')[0]?.body).toEqual({ note: 'For Sunday!', remind_at: null });
});

test('a bookmark of unavailable content can only be removed', async () => {
  server.respondWith('GET /bookmarks', [bookmark({ title: null, content: null })]);
  server.respondWith('DELETE /bookmarks/post/701', successResponse());
  const user = await open();
  await screen.findByText('No longer available');
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove the bookmark for No longer available' }));
  await waitFor(() => expect(server.calls('DELETE /bookmarks/post/701')).toHaveLength(1));
});

test("lists this device's drafts with the titles of their threads, and can discard one", async () => {
  localStorage.setItem(`guildhall.draft.${anna.id}.thread.7`, JSON.stringify({ id: 'a', text: 'Half a reply' }));
  localStorage.setItem(`guildhall.draft.99.thread.7`, JSON.stringify({ id: 'b', text: 'Not mine' }));
  server.respondWith('GET /forums/thread-titles', [{ id: 7, title: 'My castle' }]);
  const user = await open('/drafts');
  expect((await screen.findByRole('link', { name: 'Reply in My castle' })).getAttribute('href')).toBe(
    '/forums/thread/7',
  );
  expect(screen.queryByText('Not mine')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByText(/^You have no drafts on this device/);
});
