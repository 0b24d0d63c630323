import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { memberRole, permissionKeys } from '@guildhall/domain/roles.js';
import { limits } from '@guildhall/domain/limits.js';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { admin, buildSuccessResponse, buildMe } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildAccountRow, buildRoleRow } from '../../../testing/staff-rows.js';
import { ActionPage } from './action-page.js';
import { SelectionBar, UserManagementPage } from './user-management-page.js';

const roles = [
  buildRoleRow(1, 'Admin', { permissions: [...permissionKeys] }),
  buildRoleRow(2, 'Member'),
  buildRoleRow(3, 'Builder', { permissions: ['view_forums', 'comment', 'lock_topics'] }),
];
const bram = buildAccountRow(12, 'Bram');
const ban = { reason: 'Spam', until: '2026-12-24T10:00:00.000Z', site_only: true };
const bannedRow = buildAccountRow(13, 'Cas', { banned: true, ban });

beforeEach(() => server.respondWith('GET /game-accounts', []));

function list(as = admin, rows = [bram, bannedRow], at = '/admin/users') {
  server.respondWith('GET /admin/users', rows, { total: rows.length });
  server.respondWith('GET /admin/roles', roles);
  return show(<UserManagementPage />, { as, at, path: '/admin/users' });
}
const getRow = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('tr')!);
};
const getLastQuery = () => Object.fromEntries(server.calls('GET /admin/users').at(-1)!.query);
const getLastBody = (name: Parameters<typeof server.calls>[0]) => server.calls(name).at(-1)?.body;

test("shows each account's email, status, role, post count and dates", async () => {
  const last_seen = '2026-03-05T12:00:00.000Z';
  const builder = { verified: false, posts: 41, role: 'Builder', role_id: 3, last_seen };
  await list(admin, [buildAccountRow(12, 'Bram', builder), bannedRow]);
  const cells = (await getRow('Bram')).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(1, 7)).toEqual(['No', 'Active', 'Builder', '41', '2 mrt 2026', '6 mrt 2026']);
  (await getRow('Bram')).getByText('bram@example.test');
  (await getRow('Cas')).getByTitle('Hidden or never');
  (await getRow('Cas')).getByText('Banned');
  const banEnd = (await getRow('Cas')).getByText(/^until 24/);
  expect(banEnd.classList.contains('nowrap')).toBe(true);
});

test('offers only the actions that the viewer can take on each account', async () => {
  const guard = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'view_all_users', 'ban_accounts'] });
  await list(guard, [
    bram,
    buildAccountRow(14, 'Mo', { permissions: guard.permissions }),
    buildAccountRow(1, 'Ada', { role_id: 1, permissions: [...permissionKeys] }),
  ]);
  const getLinks = async (name: string) => (await getRow(name)).getAllByRole('link').map((link) => link.textContent);
  expect(await getLinks('Bram')).toEqual(['Bram', 'Ban']);
  expect(await getLinks('Mo')).toEqual(['Mo']);
  expect(await getLinks('Ada')).toEqual(['Ada']);
});

test('requests accounts that match the filters, which can be cleared', async () => {
  const user = await list(admin, [bram], '/admin/users?role=3&banned=1&verified=0&page=2');
  await getRow('Bram');
  const queryByName = { sort: 'username', order: 'asc', limit: '50' };
  expect(getLastQuery()).toEqual({ ...queryByName, page: '2', role_id: '3', banned: '1', verified: '0' });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(getLastQuery()).toEqual({ ...queryByName, page: '1' }));
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('sorts posts in descending order first and in ascending order on the second click', async () => {
  const user = await list();
  await getRow('Bram');
  await user.click(screen.getByRole('button', { name: /^Posts/ }));
  await waitFor(() => expect(getLastQuery()).toMatchObject({ sort: 'posts', order: 'desc' }));
  expect(screen.getByRole('columnheader', { name: /^Posts/ }).getAttribute('aria-sort')).toBe('descending');
  await user.click(screen.getByRole('button', { name: /^Posts/ }));
  await waitFor(() => expect(getLastQuery()).toMatchObject({ sort: 'posts', order: 'asc' }));
});

test('links to the first page if a page beyond the last one is empty', async () => {
  const user = await list(admin, [], '/admin/users?page=3');
  await screen.findByText('No users found.');
  await user.click(screen.getByRole('button', { name: 'Go to the first page' }));
  await waitFor(() => expect(getLastQuery()).toMatchObject({ page: '1' }));
});

test('bans the selected users in one call, lists the failures and clears the selection', async () => {
  const user = await list();
  await user.click((await getRow('Bram')).getByRole('checkbox', { name: 'Select Bram' }));
  await screen.findByText('1 user selected');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  const bar = within(screen.getByRole('region', { name: 'Actions on the selected users' }));
  bar.getByText('2 users selected');
  const buttons = bar.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual(['Ban', 'Unban', 'Role', 'Delete', 'Clear selection']);
  await user.click(bar.getByRole('button', { name: 'Ban' }));
  server.respondWith('POST /admin/users/bulk', {
    ...buildSuccessResponse(),
    results: [
      { id: 12, success: true, acts: ['act-12'] },
      { id: 13, success: false, error: 'No.' },
    ],
  });
  await user.click(screen.getByRole('radio', { name: 'Permanent' }));
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Spam');
  await user.click(screen.getByRole('button', { name: 'Ban 2 members' }));
  await screen.findByText('Done for 1 member. Failed for:');
  await screen.findByText('1 member is banned permanently.');
  const sent = { ids: [12, 13], action: 'ban', reason: 'Spam', until: null, site_only: false };
  expect(getLastBody('POST /admin/users/bulk')).toEqual(sent);
  screen.getByText('No.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('group', { name: 'Actions on the selected users' })).toBeNull();
});

function narrowWindow(widthPixels: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const matches = widthPixels <= Number(/max-width: (\d+)px/.exec(media)?.[1] ?? 0);
    return Object.assign(new EventTarget() as MediaQueryList, { media, matches });
  });
}

test('shows accounts as a table on a tablet, with the sort order above it', async () => {
  narrowWindow(700);
  await list();
  await screen.findByRole('columnheader', { name: /^Role/ });
  screen.getByRole('combobox', { name: 'Sort' });
});

test('shows accounts as cards on a phone, with the same actions', async () => {
  narrowWindow(699);
  const user = await list();
  await user.click(await screen.findByRole('link', { name: 'Ban: Bram' }));
  expect(screen.queryByRole('columnheader', { name: /^Email/ })).toBeNull();
  await screen.findByRole('dialog', { name: 'Ban Bram' });
});

test('the selection remains if the order changes, but not if a filter changes', async () => {
  const user = await list();
  await user.click((await getRow('Bram')).getByRole('checkbox', { name: 'Select Bram' }));
  await user.click(screen.getByRole('button', { name: /^Email/ }));
  await screen.findByText('1 user selected');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Banned');
  await waitFor(() => expect(screen.queryByText('1 user selected')).toBeNull());
});

function listAccount(element: Parameters<typeof show>[0], row: AccountRow) {
  server.respondWith(`GET /admin/users/${row.id}`, row);
  server.respondWith('GET /admin/roles', roles);
  return show(element, { as: admin, at: `/admin/users/${row.id}`, path: '/admin/users/:id' });
}

test('shows the current ban and can lift it with a reason', async () => {
  const user = await listAccount(<ActionPage kind="ban" />, bannedRow);
  await screen.findByRole('heading', { name: 'Unban Cas' });
  screen.getByText('“Spam”');
  screen.getByText('Their game accounts are not banned.');
  server.respondWith('POST /admin/unban/13', buildSuccessResponse({ acts: ['a1'] }));
  await user.type(screen.getAllByRole('textbox', { name: /^Reason/ })[0]!, 'A mistake');
  await user.click(screen.getByRole('button', { name: 'Unban Cas' }));
  await screen.findByText('Cas is no longer banned.');
  expect(getLastBody('POST /admin/unban/13')).toEqual({ reason: 'A mistake' });
  expect(location.pathname).toBe('/admin/users/13');
  server.respondWith('POST /admin/audit/a1/undo', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls('POST /admin/audit/a1/undo')).toHaveLength(1));
});

test('preserves the reason for a ban that got no response, and retries it with the same key', async () => {
  const user = await listAccount(<ActionPage kind="ban" />, bram);
  await user.type((await screen.findAllByRole('textbox', { name: /^Reason/ }))[0]!, 'Griefing');
  await user.click(screen.getByRole('radio', { name: 'Permanent' }));
  server.fail('POST /admin/ban/12');
  const button = screen.getByRole('button', { name: 'Ban Bram' });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe('That could not be done. Please try again.');
  server.respondWith('POST /admin/ban/12', buildSuccessResponse({ acts: ['a1'] }));
  await user.click(button);
  await screen.findByText('Bram is banned permanently.');
  const { key } = server.calls('POST /admin/ban/12')[0]!;
  expect(server.calls('POST /admin/ban/12')[1]).toMatchObject({ body: { reason: 'Griefing', until: null }, key });
});

test('requires a date for a temporary ban', async () => {
  const user = await listAccount(<ActionPage kind="ban" />, bram);
  await user.click(await screen.findByRole('radio', { name: 'Until…' }));
  const button = screen.getByRole('button', { name: 'Ban Bram' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  screen.getByText('Choose when the ban ends.');
  expect(server.calls('POST /admin/ban/12')).toEqual([]);
});

test.each([false, true])(
  'deletes an account without an undo after its name is typed (with its posts: %s)',
  async (texts) => {
    const entries = history.length;
    const user = await listAccount(<ActionPage kind="delete" />, bram);
    const button = await screen.findByRole('button', { name: 'Delete Bram' });
    const confirmation = screen.getByRole('textbox', { name: /^Type Bram/ });
    await user.type(confirmation, 'bram');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.clear(confirmation);
    await user.type(confirmation, 'Bram');
    if (texts) await user.click(screen.getByRole('radio', { name: /^Also erase what they wrote/ }));
    server.respondWith('POST /admin/delete/12', buildSuccessResponse({ acts: ['a2'] }));
    await user.click(button);
    await screen.findByText('Bram was deleted.');
    expect(getLastBody('POST /admin/delete/12')).toEqual({ texts, reason: '' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(location.pathname).toBe('/admin/user-management');
    expect(history.length, 'Back does not return to the form').toBe(entries);
  },
);

test('explains that an Admin needs another role before their account can be deleted', async () => {
  await listAccount(
    <ActionPage kind="delete" />,
    buildAccountRow(15, 'Eva', { role_id: 1, permissions: [...permissionKeys] }),
  );
  await screen.findByText('Give this Admin another role first.');
  expect(screen.getByRole('link', { name: 'Give another role' }).getAttribute('href')).toMatch(/role.*15|15.*role/);
});

test('lists the permissions that a new role adds and removes before assigning it', async () => {
  const user = await listAccount(<ActionPage kind="role" />, bram);
  const button = await screen.findByRole('button', { name: 'Give role' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Builder');
  const change = screen.getAllByRole('status').find(({ textContent }) => textContent.includes('permission'))!;
  expect(change.textContent).toMatch(/Gains permission to: ?[^:]*ock.*Loses permission to: ?\S/);
  server.respondWith('POST /admin/role/12', buildSuccessResponse({ acts: [] }));
  await user.click(button);
  await screen.findByText('Bram now has the role Builder.');
  expect(getLastBody('POST /admin/role/12')).toEqual({ role: 3, reason: '' });
});

test('shows an error and reloads the roles if a role no longer exists', async () => {
  const user = await listAccount(<ActionPage kind="role" />, bram);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'Builder');
  server.refuse('POST /admin/role/12', 'role-unknown');
  const callsBefore = server.calls('GET /admin/roles').length;
  await user.click(screen.getByRole('button', { name: 'Give role' }));
  expect((await screen.findByRole('alert')).textContent).toBe('That role does not exist.');
  await waitFor(() => expect(server.calls('GET /admin/roles').length).toBeGreaterThan(callsBefore));
});

test('disables actions on more accounts than the server accepts', async () => {
  const people = Array.from(
    { length: limits.bulk + 1 },
    (_, n) => [n + 1, buildAccountRow(n + 1, `Member${n + 1}`)] as const,
  );
  const open = vi.fn();
  const renderBar = (chosen: typeof people) => (
    <SelectionBar selectedUsers={new Map(chosen)} clear={() => {}} open={open} />
  );
  const user = await show(renderBar(people), { as: admin });
  const ban = screen.getByRole('button', { name: 'Ban' });
  expect(ban.getAttribute('aria-disabled')).toBe('true');
  await user.click(ban);
  expect(open).not.toHaveBeenCalled();
  cleanup();
  await show(renderBar(people.slice(1)), { as: admin });
  await user.click(screen.getByRole('button', { name: 'Ban' }));
  expect(open).toHaveBeenCalledOnce();
});

test('a ban extends to the game accounts unless the box is unchecked', async () => {
  const accounts = ['Bramble', '.Bram'].map((name, n) => ({ id: n + 1, name, edition: 'java' as const, head: null }));
  server.respondWith('GET /game-accounts', [{ user_id: 12, accounts }]);
  const user = await listAccount(<ActionPage kind="ban" />, bram);
  await screen.findByText('Bramble, .Bram');
  expect(server.calls('GET /game-accounts').at(-1)?.query.get('members')).toBe('12');
  server.fail('POST /admin/ban/12');
  const box = screen.getByRole('checkbox', { name: 'Also ban their game accounts' });
  for (const site_only of [false, true]) {
    expect(box).toHaveProperty('checked', !site_only);
    await user.click(screen.getByRole('button', { name: 'Ban Bram' }));
    await waitFor(() => expect(getLastBody('POST /admin/ban/12')).toMatchObject({ site_only }));
    await user.click(box);
  }
});
