import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useToasts } from '../../../shared/toast.js';
import { admin, done, sectionRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { ForumsManagerPage } from './forums-page.js';
import { reorder } from './order.js';
import { useForums } from './store.js';

test('confirms a new order with an undo, which is refused after a change by someone else', async () => {
  useForums.setState({ forums: { sections: [], entries: [], roles: [] } });
  server.respondWith('GET /forums/sections', []);
  server.respondWith('GET /forums/permissions', []);
  server.respondWith('GET /admin/roles', []);
  server.respondWith('PUT /forums/sections/order', done({ acts: ['order-1'] }));
  const newest = () => useToasts.getState().waiting.at(-1);
  reorder(null, [4, 1, 3]);
  await vi.waitFor(() => expect(newest()?.text).toBe('Order saved.'));
  server.refuses('POST /admin/audit/order-1/undo', 'changed-since');
  newest()?.action?.run();
  await vi.waitFor(() => expect(newest()?.text).toBe('Someone changed this in the meantime.'));
  server.respondWith('POST /admin/audit/order-1/undo', done());
  newest()?.action?.run();
  await vi.waitFor(() => expect(newest()?.text).toBe('Undone: Order saved.'));
});

test('moves a section with its buttons, and announces its new position', async () => {
  const rows = [sectionRow(), sectionRow({ id: 4, name: 'news', display_name: 'News' })];
  server.respondWith('GET /forums/sections', rows);
  server.respondWith('GET /forums/permissions', []);
  server.respondWith('GET /admin/roles', []);
  server.respondWith('PUT /forums/sections/order', done({ acts: ['order-1'] }));
  const user = await show(<ForumsManagerPage />, { as: admin, at: '/admin/forums', sections: rows });
  await user.click(await screen.findByRole('button', { name: 'Move down: News' }));
  expect(server.calls('PUT /forums/sections/order')).toEqual([]);
  expect(screen.getByRole('button', { name: 'Move down: News' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Move down: Builds' }));
  expect(screen.getByText('Builds is now number 2 of 2.')).toBeDefined();
  await waitFor(() => expect(server.calls('PUT /forums/sections/order')[0]?.body).toEqual({ ids: [4, 3] }));
});

test('restores the saved order if the new one could not be saved', async () => {
  const rows = [sectionRow(), sectionRow({ id: 4, name: 'news', display_name: 'News' })];
  server.respondWith('GET /forums/sections', rows);
  server.respondWith('GET /forums/permissions', []);
  server.respondWith('GET /admin/roles', []);
  server.fails('PUT /forums/sections/order');
  const user = await show(<ForumsManagerPage />, { as: admin, at: '/admin/forums', sections: rows });
  await user.click(await screen.findByRole('button', { name: 'Move down: Builds' }));
  await screen.findByText('The new order could not be saved. Please try again.');
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Builds', 'News']));
});
