import type { BookmarkRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { UploadRow } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../shared/paths.js';
import { anna, buildMe, buildSuccessResponse, buildThreadSummary } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { YoursPage } from './yours-page.js';

const at = '2026-03-01T12:00:00.000Z';
const bookmark = (more: Partial<BookmarkRow> = {}): BookmarkRow => ({
  kind: 'post',
  id: 701,
  thread_id: 7,
  title: 'My castle',
  content: 'Bring rope.',
  note: 'For Sunday',
  remind_at: null,
  created_at: at,
  ...more,
});

const open = (part = '') => show(<YoursPage />, { as: anna, at: `/yours${part}`, path: paths.yours });

test('explains how to bookmark if there are no bookmarks', async () => {
  server.respondWith('GET /bookmarks', []);
  await open();
  expect(await screen.findByText(/^You have no bookmarks yet/)).toBeDefined();
});

test.each([
  ['', /^You have no bookmarks yet/],
  ['/drafts', /^You have no drafts/],
  ['/watched', /^You are not watching anything yet/],
  ['/posts', /^You have not written anything yet/],
  ['/pictures', /^You have not uploaded any pictures/],
])('the empty page /yours%s suggests a search and the latest threads', async (part, none) => {
  server.respondWith('GET /bookmarks', []);
  server.respondWith('GET /forums/watches', []);
  server.respondWith('GET /profile/Bram/activity', []);
  server.respondWith('GET /uploads', { ...spaceUsed, uploads: [] });
  server.respondWith('GET /forums/recent', [buildThreadSummary({ title: 'Winter season' })]);
  await show(<YoursPage />, { as: buildMe('Bram', 12), at: `/yours${part}`, path: paths.yours });
  await screen.findByText(none);
  await screen.findByRole('searchbox', { name: 'Search the forums' });
  await screen.findByRole('link', { name: 'Winter season' });
});

test('a bookmark links to its content, and its note can be changed', async () => {
  server.respondWith('GET /bookmarks', [bookmark()]);
  server.respondWith('PUT /bookmarks/post/701', buildSuccessResponse());
  const user = await open();
  expect((await screen.findByRole('link', { name: 'My castle' })).getAttribute('href')).toBe(
    '/forums/thread/7#post-701',
  );
  await user.click(screen.getByRole('button', { name: 'Edit the bookmark for “My castle”' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note (optional)' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Bookmark saved.');
  expect(server.calls('PUT /bookmarks/post/701')[0]?.body).toEqual({ note: 'For Sunday!', remind_at: null });
});

test('a bookmark of unavailable content can only be removed', async () => {
  server.respondWith('GET /bookmarks', [bookmark({ title: null, content: null })]);
  server.respondWith('DELETE /bookmarks/post/701', buildSuccessResponse());
  const user = await open();
  await screen.findByText('No longer available');
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  await user.click(
    screen.getByRole('button', { name: 'Remove the bookmark for a post or thread that is no longer available' }),
  );
  await waitFor(() => expect(server.calls('DELETE /bookmarks/post/701')).toHaveLength(1));
});

test("lists this device's drafts with their thread titles, and can discard one", async () => {
  localStorage.setItem(`guildhall.draft.${anna.id}.thread.7`, JSON.stringify({ id: 'a', text: 'Half a reply' }));
  localStorage.setItem(`guildhall.draft.99.thread.7`, JSON.stringify({ id: 'b', text: 'Not mine' }));
  server.respondWith('GET /forums/thread-titles', [{ id: 7, title: 'My castle' }]);
  const user = await open('/drafts');
  expect((await screen.findByRole('link', { name: 'Reply in “My castle”' })).getAttribute('href')).toBe(
    '/forums/thread/7',
  );
  expect(screen.queryByText('Not mine')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByText(/^You have no drafts on this device/);
});

test('links drafts for walls to the profiles and posts', async () => {
  const saveDraft = (name: string) =>
    localStorage.setItem(`guildhall.draft.${anna.id}.${name}`, JSON.stringify({ id: name, text: `Text of ${name}` }));
  for (const name of ['wall.12', 'wallreply.12.5', 'wallreply.6']) saveDraft(name);
  server.respondWith('GET /forums/users/12', { id: 12, username: 'Bram' });
  await open('/drafts');
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Wall post' })).toHaveLength(2));
  const addresses = screen.getAllByRole('link', { name: 'Wall post' }).map((link) => link.getAttribute('href'));
  expect(addresses.sort()).toEqual(['/profile/Bram', '/profile/Bram#wallpost-5']);
  // An earlier version stored this draft without the wall's owner.
  screen.getByText('Text of wallreply.6');
});

const upload = (letter: string, uses: UploadRow['uses'] = []): UploadRow => ({
  id: letter.repeat(32),
  url: `/uploads/${letter}.webp`,
  thumb_url: `/uploads/${letter}-small.webp`,
  width: 1_920,
  height: 1_080,
  bytes: 640_000,
  animated: false,
  created_at: at,
  uses,
});
const use = { kind: 'thread' as const, id: 7, thread_id: 7, wall_of: null };
const spaceUsed = { used_bytes: 24_000_000, allowed_bytes: 200e6 };

test('lists own pictures with the space used and links to the texts that use them', async () => {
  const uses: UploadRow['uses'] = [
    use,
    { ...use, kind: 'post', id: 701 },
    { ...use, kind: 'post', id: 801, thread_id: 8 },
    { kind: 'wallpost', id: 3, thread_id: null, wall_of: 'Bram' },
    { kind: 'report', id: 4, thread_id: null, wall_of: null },
    { ...use, id: 9, thread_id: 9 },
  ];
  server.respondWith('GET /uploads', { ...spaceUsed, uploads: [upload('a', uses)] });
  server.respondWith('GET /forums/thread-titles', [{ id: 7, title: 'My castle' }]);
  await open('/pictures');
  expect((await screen.findByRole<HTMLMeterElement>('meter', { name: 'Space used' })).value).toBe(24_000_000);
  screen.getByText('24 MB of 200 MB used');
  await screen.findByRole('link', { name: 'My castle' });
  const pictureLinks = within(screen.getByRole('region', { name: 'Pictures' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(pictureLinks.slice(1)).toEqual([
    ['My castle', '/forums/thread/7'],
    ['My castle (reply)', '/forums/thread/7#post-701'],
    ['Bram’s wall', '/profile/Bram#wallpost-3'],
  ]);
  for (const text of ['a reply that is no longer available', 'report', 'and 1 more']) screen.getByText(text);
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('deletes an unused picture, and shows why one cannot be deleted', async () => {
  server.respondWith('GET /uploads', { ...spaceUsed, uploads: [upload('b'), upload('a')] });
  const user = await open('/pictures');
  const remove = async (index: number) => {
    await user.click((await screen.findAllByRole('button', { name: /^Delete the picture/ }))[index]!);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  };
  server.respondWith(`DELETE /uploads/${'a'.repeat(32)}`, buildSuccessResponse());
  server.respondWith('GET /uploads', { ...spaceUsed, uploads: [upload('b')] });
  await remove(1);
  await screen.findByText('Picture deleted');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  server.refuse(`DELETE /uploads/${'b'.repeat(32)}`, 'upload-in-use');
  await remove(0);
  await within(screen.getByRole('alertdialog')).findByRole('alert');
});

test('reloads own pictures when the member returns from another tab', async () => {
  server.respondWith('GET /uploads', { ...spaceUsed, uploads: [] });
  await open('/pictures');
  await screen.findByText(/^You have not uploaded any pictures/);
  server.respondWith('GET /uploads', { ...spaceUsed, uploads: [upload('a')] });
  act(() => void dispatchEvent(new Event('focus')));
  await screen.findByText('Not used');
});
