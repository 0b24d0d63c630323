import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSections } from '../../../shared/state/sections.js';
import { admin, buildSuccessResponse, toLogPosition, buildSectionRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { loadForums } from './api.js';
import { ForumsManagerPage } from './forums-page.js';

function open() {
  const deletedSection = buildSectionRow({ id: 9, name: 'old', display_name: 'Old', deleted: true });
  const sections = [deletedSection, buildSectionRow(), buildSectionRow({ id: 4, name: 'news', display_name: 'News' })];
  server.respondWith('GET /forums/permissions', []);
  server.respondWith('GET /admin/roles', []);
  return show(<ForumsManagerPage />, { as: admin, at: '/admin/forums', sections });
}
const findButton = (name: string) => screen.findByRole('button', { name });
const getNames = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const listOrders = () => server.calls('PUT /forums/sections/order').map(({ body }) => body);

test('moves a section, announces its new position and offers an undo', async () => {
  server.respondWith('PUT /forums/sections/order', buildSuccessResponse({ acts: ['order-1'] }));
  const user = await open();
  await user.click(await findButton('Move down: News'));
  expect(listOrders()).toEqual([]);
  expect((await findButton('Move down: News')).getAttribute('aria-disabled')).toBe('true');
  await user.click(await findButton('Move down: Builds'));
  expect(screen.getByText('Builds is now number 2 of 2.')).toBeDefined();
  await screen.findByText('Order saved.');
  expect(listOrders()).toEqual([{ ids: [4, 3] }]);
  expect(getNames().slice(0, 3)).toEqual(['News', 'Builds', 'Deleted']);
  server.refuse('POST /admin/audit/order-1/undo', 'changed-since');
  await user.click(await findButton('Undo'));
  await screen.findByText('Someone changed this in the meantime.');
});

test('sends one section order at a time, and then only the latest', async () => {
  server.respondWith('PUT /forums/sections/order', buildSuccessResponse());
  const release = server.hold('PUT /forums/sections/order');
  const user = await open();
  await user.click(await findButton('Move down: Builds'));
  await user.click(await findButton('Move up: Builds'));
  await user.click(await findButton('Move down: Builds'));
  await user.click(await findButton('Move up: Builds'));
  await waitFor(() => expect(listOrders()).toEqual([{ ids: [4, 3] }]));
  release();
  await waitFor(() => expect(listOrders()).toEqual([{ ids: [4, 3] }, { ids: [3, 4] }]));
});

test('restores the saved section order if the new one cannot be saved', async () => {
  server.fail('PUT /forums/sections/order');
  const user = await open();
  await user.click(await findButton('Move down: Builds'));
  await screen.findByText('The new order could not be saved. Please try again.');
  await waitFor(() => expect(getNames().slice(0, 2)).toEqual(['Builds', 'News']));
});

test('can move a section during a reload, and retains the sections if the reload fails', async () => {
  const movedSections = [buildSectionRow({ id: 4, name: 'news', display_name: 'News' }), buildSectionRow()];
  server.respondWith('PUT /forums/sections/order', buildSuccessResponse());
  const user = await open();
  server.respondWith('GET /forums/sections', movedSections, { position: toLogPosition(150) });
  const release = server.hold('GET /forums/permissions');
  await user.click(await findButton('Move down: Builds'));
  await waitFor(() => expect(useSections.getState().position).toBe(toLogPosition(150)));
  await user.click(await findButton('Move up: Builds'));
  expect(getNames().slice(0, 2)).toEqual(['Builds', 'News']);
  await waitFor(() => expect(listOrders()).toEqual([{ ids: [4, 3] }, { ids: [3, 4] }]));
  server.fail('GET /forums/permissions');
  release();
  await act(() => loadForums());
  expect(getNames().slice(0, 2)).toEqual(['Builds', 'News']);
});
