import { memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildSuccessResponse, buildMe } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildRoleRow } from '../../../testing/staff-rows.js';
import { keyTexts } from '../shared/permission-texts.js';
import { RoleEditorPage } from './role-editor-page.js';
import { RoleHolders } from './role-dialog.js';

const roles = [
  buildRoleRow(1, 'Admin', { permissions: [...permissionKeys], holders: 1 }),
  buildRoleRow(2, 'Member'),
  buildRoleRow(3, 'Builder', { permissions: [...memberRole.keys, 'lock_topics'], holders: 2, description: 'Builds.' }),
];

function open(at = '/admin/roles', as = admin) {
  server.respondWith('GET /admin/roles', roles);
  server.respondWith('GET /admin/roles/2/holders', []);
  server.respondWith('GET /admin/roles/3/holders', [{ id: 12, username: 'Bram', avatar_url: null }]);
  return show(<RoleEditorPage />, { as, at, path: '/admin/roles' });
}
const getField = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const isLocked = (control: HTMLElement) =>
  control.getAttribute('aria-disabled') === 'true' || control.hasAttribute('disabled');
const countReads = () => server.calls('GET /admin/roles').length;

test('lists roles with their holders and number of permissions', async () => {
  await open();
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'AdminBuilt-in1 holderPermissions: 13 of 13',
    'MemberBuilt-in0 holdersPermissions: 3 of 13',
    'BuilderBuilds.2 holdersPermissions: 4 of 13',
  ]);
});

test('creates and opens a role, and rejects the names of built-in roles', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'New role' }));
  await user.click(await screen.findByRole('button', { name: 'Create role' }));
  await screen.findByText('Role name is required!');
  await user.type(getField(/^Name/), ' admin ');
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  await screen.findByText('Cannot create a default role!');
  await user.clear(getField(/^Name/));
  await user.type(getField(/^Name/), ' Guide ');
  await user.type(getField(/^Description/), 'Shows the way.');
  server.respondWith('POST /admin/roles', buildSuccessResponse({ id: 3, acts: ['a1'] }));
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  await screen.findByText('Role “Guide” created');
  const sent = server.calls('POST /admin/roles').map(({ body }) => body);
  expect(sent).toEqual([{ name: 'Guide', description: 'Shows the way.', color: null }]);
  expect(location.search).toBe('?role=3');
  await screen.findByRole('heading', { name: 'Builder' });
});

test('built-in roles are read-only', async () => {
  await open('/admin/roles?role=2');
  await screen.findByText(/^Admin and Member are built in/);
  expect(screen.queryByRole('button', { name: 'Delete role' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getAllByRole('switch').filter((control) => !isLocked(control))).toEqual([]);
});

test('a role with more permissions than the viewer has is read-only', async () => {
  const chief = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'manage_roles'] });
  await open('/admin/roles?role=3', chief);
  await screen.findByText("This role has permissions that you don't have, so you can't change it.");
  expect(screen.queryByRole('button', { name: 'Delete role' })).toBeNull();
});

const getPermission = (name: RegExp) => screen.getByRole('switch', { name });

test("saves a role's names and permissions together and offers an undo", async () => {
  const user = await open('/admin/roles?role=3');
  await screen.findByRole('heading', { name: 'Builder' });
  expect(screen.getAllByRole<HTMLInputElement>('switch').filter(({ checked }) => checked)).toHaveLength(4);
  const save = screen.getByRole('button', { name: 'Save' });
  expect(isLocked(save)).toBe(true);
  for (const name of [/^lock/i, /^pin/i, /^ban/i, /^ban/i]) await user.click(getPermission(name));
  const readsBefore = countReads();
  server.respondWith('PUT /admin/roles/3', buildSuccessResponse({ acts: ['a2', 'a3'] }));
  await user.click(save);
  await screen.findByText('Role “Builder” saved');
  screen.getByRole('button', { name: 'Undo' });
  expect(server.calls('PUT /admin/roles/3')[0]?.body).toMatchObject({
    name: 'Builder',
    permissions: { lock_topics: false, sticky_topics: true },
  });
  expect(countReads()).toBeGreaterThan(readsBefore);
  expect(location.search).toBe('');
});

test('groups permissions and lists the dangerous ones last', async () => {
  await open('/admin/roles?role=3');
  await screen.findByRole('heading', { name: 'Builder' });
  const groups = screen.getAllByRole('group').filter((group) => within(group).queryAllByRole('switch').length > 0);
  expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Members',
    'Moderation',
    'Admin area',
    'Dangerous',
  ]);
  within(groups.at(-1)!).getByRole('switch', { name: 'Manage roles' });
  expect(screen.getAllByRole('switch')).toHaveLength(permissionKeys.length);
});

test('Escape preserves unsaved role changes, and Cancel discards them', async () => {
  const user = await open('/admin/roles?role=3');
  await screen.findByRole('heading', { name: 'Builder' });
  await user.click(getPermission(/^pin/i));
  await user.keyboard('{Escape}');
  await screen.findByText('There are unsaved changes. Save or cancel them.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(location.search).toBe('');
  expect(server.calls('PUT /admin/roles/3')).toEqual([]);
});

test("saves a role's names and omits an empty display name", async () => {
  const user = await open('/admin/roles?role=3');
  await screen.findByRole('heading', { name: 'Builder' });
  await user.clear(getField(/^Display name/));
  await user.type(getField(/^Description/), ' Well.');
  server.respondWith('PUT /admin/roles/3', buildSuccessResponse({ acts: ['a4'] }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Role “Builder” saved');
  expect(server.calls('PUT /admin/roles/3')[0]?.body).toEqual({
    name: 'Builder',
    description: 'Builds. Well.',
    color: null,
    permissions: {},
  });
});

test('deletes a role after a confirmation that explains the effect on its holders', async () => {
  const user = await open('/admin/roles?role=3');
  await user.click(await screen.findByRole('button', { name: 'Delete role' }));
  await screen.findByText(/^The 2 holders of “.+” become Members\./);
  server.respondWith('DELETE /admin/roles/3', buildSuccessResponse({ acts: ['a5'] }));
  const readsBefore = countReads();
  await user.click(screen.getByRole('button', { name: 'Delete role' }));
  await screen.findByText('Role “Builder” deleted');
  expect(countReads()).toBeGreaterThan(readsBefore);
  expect(location.search).toBe('');
});

test('disables permissions that everyone has or that the viewer lacks', async () => {
  const permissions: PermissionKey[] = [...memberRole.keys, 'access_admin_panel', 'manage_roles', 'lock_topics'];
  const officer = buildMe('Mo', 14, { role_id: 9, permissions });
  await open('/admin/roles?role=3', officer);
  await screen.findByRole('heading', { name: 'Builder' });
  const controls = (['lock_topics', 'delete_topics', 'view_forums'] as const).map((key) =>
    screen.getByRole('switch', { name: keyTexts[key].name }),
  );
  expect(controls.map(isLocked)).toEqual([false, true, true]);
});

test.each([
  [admin, '/admin/users/12'],
  [buildMe('Mo', 14, { permissions: [...memberRole.keys, 'access_admin_panel'] }), '/profile/Bram'],
])('links role holders only to pages that the viewer can see', async (as, target) => {
  server.respondWith('GET /admin/roles/3/holders', [{ id: 12, username: 'Bram', avatar_url: null }]);
  await show(<RoleHolders role={roles[2]!} />, { as });
  expect((await screen.findByRole('link', { name: /Bram$/ })).getAttribute('href')).toBe(target);
});

test('shows the specified error message for each failed call', async () => {
  const user = await open('/admin/roles?role=3');
  await screen.findByRole('heading', { name: 'Builder' });
  server.fail('PUT /admin/roles/3');
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(getPermission(/^lock/i));
  await save();
  await screen.findByText('Error removing permission!');
  await user.click(getPermission(/^lock/i));
  await user.click(getPermission(/^pin/i));
  await save();
  await screen.findByText('Error adding permission!');
  await user.type(getField(/^Description/), ' Well.');
  await save();
  await screen.findByText('Error saving role!');
  server.fail('DELETE /admin/roles/3');
  await user.click(screen.getByRole('button', { name: 'Delete role' }));
  await screen.findByText(/^The 2 holders of “.+” become Members\./);
  await user.click(screen.getByRole('button', { name: 'Delete role' }));
  await screen.findByText('Error deleting role!');
});

test('shows the specified error message if roles cannot be created or loaded', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'New role' }));
  await user.type(getField(/^Name/), 'Guide');
  server.fail('POST /admin/roles');
  await user.click(await screen.findByRole('button', { name: 'Create role' }));
  await screen.findByText('Error creating role!');
  cleanup();
  server.fail('GET /admin/roles');
  await show(<RoleEditorPage />, { as: admin, at: '/admin/roles', path: '/admin/roles' });
  await screen.findByText('Error fetching roles!');
});
