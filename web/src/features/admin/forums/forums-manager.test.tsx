import type { MatrixResponse, PermissionEntryRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { permissionKeys } from '@guildhall/domain/roles.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildSuccessResponse, everyFlag, buildSectionRow, buildSubsectionRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildRoleRow } from '../../../testing/staff-rows.js';
import { ForumsManagerPage } from './forums-page.js';

const roles = [
  buildRoleRow(1, 'Admin', { permissions: [...permissionKeys] }),
  buildRoleRow(2, 'Member'),
  buildRoleRow(7, 'Builder'),
];
const bug = { id: 71, label: 'Bug', color: 'red' } as const;
const idea = { id: 72, label: 'Idea', color: 'blue' } as const;
const builds = buildSectionRow({
  thread_count: 2,
  version: 7,
  rules: 'Be kind.',
  prefixes: [bug, idea, { id: 73, label: 'Old', color: 'grey' }],
  subcategories: [
    buildSubsectionRow({ thread_count: 3, version: 9 }),
    buildSubsectionRow({ id: 32, name: 'old', display_name: 'Old', thread_count: 5, deleted: true }),
  ],
});
const sections = [
  builds,
  buildSectionRow({
    id: 4,
    name: 'gone',
    display_name: 'Gone',
    deleted: true,
    subcategories: [buildSubsectionRow({ id: 41, section_id: 4, deleted: true })],
  }),
];
const buildEntry = (id: number, more: Partial<PermissionEntryRow>): PermissionEntryRow => ({
  id,
  section_id: null,
  subsection_id: null,
  role_id: 2,
  ...everyFlag,
  ...more,
});

function open(entries: PermissionEntryRow[] = [], rows = sections) {
  server.respondWith('GET /forums/sections', rows);
  server.respondWith('GET /forums/permissions', entries);
  server.respondWith('GET /admin/roles', roles);
  return show(<ForumsManagerPage />, { as: admin, at: '/admin/forums', path: '/admin/forums', sections: rows });
}
const getField = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const countReads = () => server.calls('GET /forums/sections').length;

test('adds a section and reloads the page and the navigation', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Add section' }));
  await user.type(getField(/^Name/), 'news');
  await user.type(getField(/^Description/), 'What is new.');
  server.respondWith('POST /forums/sections', buildSuccessResponse({ id: 9, acts: ['a1'] }));
  const readsBefore = countReads();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('news added');
  expect(server.calls('POST /forums/sections')[0]?.body).toEqual({
    name: 'news',
    description: 'What is new.',
    icon: 'default',
    allow_threads_direct: true,
    rules: '',
    questions: false,
  });
  await waitFor(() => expect(countReads()).toBe(readsBefore + 2));
  expect(screen.queryByRole('textbox', { name: /^Name/ })).toBeNull();
});

test('suggests an unused name based on the display name until the name is edited', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Add section' }));
  await user.type(getField(/^Display name/), 'Guides & Tutorials!');
  expect(getField(/^Name/).value).toBe('guides-tutorials');
  await user.clear(getField(/^Display name/));
  await user.type(getField(/^Display name/), 'Builds');
  expect(getField(/^Name/).value).toBe('builds-2');
  await user.clear(getField(/^Name/));
  await user.type(getField(/^Name/), 'works');
  await user.type(getField(/^Display name/), ' and more');
  expect(getField(/^Name/).value).toBe('works');
});

test('does not rename an existing section when its display name changes', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit: Builds' }));
  await user.type(getField(/^Display name/), ' and more');
  expect(getField(/^Name/).value).toBe('builds');
});

test('adds a subcategory without the fields that only sections have', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Add subcategory to Builds' }));
  expect(screen.queryByRole('switch', { name: /^Allow threads directly/ })).toBeNull();
  expect(screen.queryByLabelText('Rules')).toBeNull();
  await user.type(getField(/^Name/), 'ideas');
  await user.type(getField(/^Display name/), 'Ideas');
  server.respondWith('POST /forums/subsections', buildSuccessResponse({ id: 9 }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Ideas added');
  expect(server.calls('POST /forums/subsections')[0]?.body).toEqual({
    name: 'ideas',
    display_name: 'Ideas',
    description: '',
    icon: 'default',
    section_id: 3,
  });
});

test('saves a section with its version and highlights a rejected field', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit: Builds' }));
  expect(getField(/^Name/).value).toBe('builds');
  await user.click(screen.getByRole('switch', { name: /^Allow threads directly/ }));
  await user.click(screen.getByRole('switch', { name: /^Questions and answers/ }));
  await user.type(screen.getByLabelText('Rules'), '\nNo spam.');
  server.refuse('PUT /forums/sections/3', 'validation', { error: 'Taken.', field: 'name' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Taken.');
  expect(getField(/^Name/).getAttribute('aria-invalid')).toBe('true');
  expect(getField(/^Display name/).getAttribute('aria-invalid')).not.toBe('true');
  server.respondWith('PUT /forums/sections/3', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Builds saved');
  const { body, version } = server.calls('PUT /forums/sections/3').at(-1)!;
  expect(body).toMatchObject({
    name: 'builds',
    display_name: 'Builds',
    allow_threads_direct: false,
    rules: 'Be kind.\nNo spam.',
    questions: true,
  });
  expect(version).toBe('"7"');
});

test('saving a section preserves whether it is a question section', async () => {
  const user = await open([], [{ ...builds, questions: true }]);
  await user.click(await screen.findByRole('button', { name: 'Edit: Builds' }));
  await user.type(screen.getByLabelText('Rules'), '!');
  server.respondWith('PUT /forums/sections/3', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Builds saved');
  expect(server.calls('PUT /forums/sections/3')[0]?.body).toMatchObject({ questions: true });
});

test('Escape preserves text typed in the section form, and Cancel discards it', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Add section' }));
  await user.type(getField(/^Name/), 'news');
  await user.keyboard('{Escape}');
  await screen.findByText(/^You have unsaved changes/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox', { name: /^Name/ })).toBeNull();
});

test('deleting a section first shows its number of subcategories and threads', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Delete: Builds' }));
  await screen.findByText('Delete this section?');
  screen.getByText('“Builds” and its 1 subcategory will be hidden. Restoring it brings back its 5 threads.');
  server.respondWith('DELETE /forums/sections/3', buildSuccessResponse({ acts: ['a2'] }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Builds deleted');
});

test('a deleted subcategory can be restored, and a deleted section is listed only once', async () => {
  const user = await open();
  await screen.findByRole('heading', { name: 'Deleted' });
  const buttons = screen
    .getAllByRole('button', { name: /^Restore/ })
    .map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual(['Restore: Old', 'Restore: Gone']);
  screen.getByText('old · 5 threads · in Builds');
  server.respondWith('POST /forums/subsections/32/restore', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Restore: Old' }));
  await screen.findByText('Old restored');
});

test('lists the roles that cannot see a section and those with custom permissions', async () => {
  await open([
    buildEntry(1, { section_id: 3, role_id: 2, can_view: false }),
    buildEntry(2, { section_id: 3, role_id: 7, can_reply: false }),
    buildEntry(3, { subsection_id: 31, role_id: 7, can_view: false }),
    buildEntry(4, { subsection_id: 31, role_id: 3, can_view: false }),
  ]);
  await screen.findByText(/Hidden from Member/);
  expect(
    screen.getAllByText(/Hidden from/).map(({ textContent }) => /Hidden from \w+(, \w+)?/.exec(textContent)?.[0]),
  ).toEqual(['Hidden from Member', 'Hidden from Builder, Guests']);
  expect(screen.getAllByText(/Custom permissions for Builder/)).toHaveLength(1);
});

const buildMatrix = (more: Partial<MatrixResponse> = {}): MatrixResponse => ({
  section_id: 3,
  subsection_id: null,
  version: 5,
  entries: [],
  ...more,
});

test('Escape preserves edited permissions, and saving sends all of them with their version', async () => {
  server.respondWith('GET /forums/permissions/matrix', buildMatrix());
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Permissions: Builds' }));
  const cells = await screen.findAllByRole('checkbox', { name: /^Builder: / });
  expect(cells).toHaveLength(6);
  const save = screen.getByRole('button', { name: 'Save permissions' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(cells[2]!); // The third cell is the right to start threads.
  await user.keyboard('{Escape}');
  await screen.findByText(/^You have unsaved changes/);
  server.refuse('PUT /forums/permissions', 'changed-since');
  await user.click(save);
  await screen.findByRole('button', { name: 'Reload' });
  server.respondWith('PUT /forums/permissions', buildSuccessResponse());
  await user.click(save);
  await screen.findByText('Permissions for Builds saved');
  const { body, version } = server.calls('PUT /forums/permissions').at(-1)!;
  expect(version).toBe('"5"');
  expect(body).toEqual({
    section_id: 3,
    subsection_id: null,
    entries: [{ role_id: 7, can_view: 1, can_post: 0, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 }],
  });
});

test('guests can only be allowed to view', async () => {
  server.respondWith('GET /forums/permissions/matrix', buildMatrix());
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Permissions: Builds' }));
  const cell = await screen.findByRole('checkbox', { name: /^Guests: / });
  expect([...(cell.closest('tr')?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Guestsinherited',
    '–not for guests',
    expect.not.stringContaining('–'),
    ...Array<string>(4).fill('–not for guests'),
  ]);
  await user.click(cell);
  server.respondWith('PUT /forums/permissions', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Save permissions' }));
  await screen.findByText('Permissions for Builds saved');
  expect(server.calls('PUT /forums/permissions')[0]?.body).toMatchObject({
    entries: [{ role_id: 3, can_view: 0, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 }],
  });
});

test('section prefixes can be added, renamed, reordered and removed', async () => {
  server.respondWith('PUT /forums/sections/3/prefixes', buildSuccessResponse({ id: 3 }));
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Prefixes: Builds' }));
  await user.click(screen.getByRole('button', { name: 'Delete: Old' }));
  await user.click(screen.getByRole('button', { name: 'Move up: Idea' }));
  await user.click(screen.getByRole('button', { name: 'Add prefix' }));
  const labels = screen.getAllByLabelText('Label');
  expect(document.activeElement).toBe(labels[2]);
  await user.keyboard('New');
  await user.type(labels[1]!, 's');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Prefixes for Builds saved');
  expect(screen.queryByLabelText('Label')).toBeNull();
  expect(server.calls('PUT /forums/sections/3/prefixes')[0]?.body).toEqual({
    prefixes: [idea, { ...bug, label: 'Bugs' }, { label: 'New', color: 'grey' }],
  });
});
