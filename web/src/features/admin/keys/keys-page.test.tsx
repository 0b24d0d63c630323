import type { ApiKeyRow } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { admin, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { KeysPage } from './keys-page.js';

const at = '2026-03-01T12:00:00.000Z';
const buildRow = (id: number, more: Partial<ApiKeyRow> = {}): ApiKeyRow => ({
  id,
  name: `Key ${id}`,
  program: `Program Key ${id}`,
  start: 'Xq3fT9Zk',
  role: { id: 2, name: 'Member' },
  game_server: null,
  scopes: ['read'],
  calls_per_minute: 60,
  made_by: { id: 1, username: 'Ada' },
  created_at: at,
  until: null,
  used_at: null,
  ended: null,
  ...more,
});
const role = { description: '', color: null, permissions: [], default: true, holders: 1 };

beforeEach(() => {
  server.respondWith('GET /admin/roles', [
    { id: 2, name: 'Member', display_name: 'Member', ...role },
    { id: 77, name: 'Builder', display_name: 'Builder', ...role },
  ]);
});

const open = (...rows: ApiKeyRow[]) => {
  server.respondWith('GET /admin/keys', rows);
  return show(<KeysPage />, { as: admin, at: '/', path: '/' });
};
const findItems = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('lists active keys separately from ended ones, which show why they ended', async () => {
  await open(
    buildRow(1, { scopes: ['read', 'write:forum'], used_at: at, until: '2100-01-01T00:00:00.000Z' }),
    buildRow(2, { ended: 'maker' }),
    buildRow(3, { ended: 'revoked' }),
  );
  expect(await findItems('Inactive keys')).toEqual([
    expect.stringContaining('no longer an Admin'),
    expect.stringContaining('Revoked'),
  ]);
  expect(await findItems('Active keys')).toEqual([
    expect.stringMatching(
      /^Program Key 1 · ghld_api_Xq3fT9Zk….*Read, Write in the forums.*Last used.*Expires.*Revoke$/,
    ),
  ]);
  expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
});

test('creates a key and shows it once', async () => {
  const user = await open();
  await screen.findByText('No program has a key yet.');
  await user.click(screen.getByRole('button', { name: 'New key' }));
  await user.type(screen.getByLabelText('Name'), 'Backup');
  await screen.findByText('Its posts are shown as “Program Backup”.');
  await user.selectOptions(screen.getByLabelText('Role'), 'Builder');
  await user.click(screen.getByRole('checkbox', { name: /^Write in the forums/ }));
  server.respondWith('POST /admin/keys', { success: true, id: 60, key: 'ghld_api_secret' });
  server.respondWith('GET /admin/keys', [buildRow(60, { program: 'Program Backup' })]);
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Key')).value).toBe('ghld_api_secret');
  expect(server.calls('POST /admin/keys').map(({ body }) => body)).toMatchObject([
    { name: 'Backup', role_id: 77, scopes: ['read', 'write:forum'], until: null, calls_per_minute: 60 },
  ]);
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('ghld_api_secret')).toBeNull();
  expect(await findItems('Active keys')).toEqual([expect.stringContaining('Program Backup')]);
});

test('a key cannot be lost by closing the dialog too early', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  await user.type(screen.getByLabelText('Name'), 'Backup');
  server.respondWith('POST /admin/keys', { success: true, id: 60, key: 'ghld_api_secret' });
  const release = server.hold('POST /admin/keys');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  await screen.findByRole('button', { name: 'Creating…' });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  release();
  await screen.findByLabelText('Key');
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Key').value).toBe('ghld_api_secret');
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByLabelText('Key')).toBeNull();
});

test('shows why a key could not be created', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  await user.type(screen.getByLabelText('Name'), 'Backup');
  server.refuse('POST /admin/keys', 'name-taken');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect((await screen.findByRole('alert')).textContent).toBe('That name is already in use here.');
});

test('revokes a key only after a confirmation', async () => {
  const user = await open(buildRow(1));
  await user.click(await screen.findByRole('button', { name: 'Revoke: Program Key 1' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke the key for Program Key 1?' }));
  server.respondWith('DELETE /admin/keys/1', buildSuccessResponse());
  server.respondWith('GET /admin/keys', [buildRow(1, { ended: 'revoked' })]);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('The key for Program Key 1 was revoked.');
  expect(await findItems('Active keys')).toEqual([]);
});
