import { permissionKeys } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { admin, everyFlag, buildSectionRow } from '../testing/rows.js';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { RolesAsOf, PermissionsAsOf } from './admin/audit/as-of-tables.js';
import { Changes } from './admin/audit/changes-list.js';
import { MatrixTable } from './admin/forums/matrix-table.js';
import { PermissionSwitches } from './admin/roles/permission-switches.js';
import { UserDetails } from './admin/users/user-page.js';
import { texts as accounts } from './admin/users/texts.js';
import { texts as moderation } from './thread/moderation/texts.js';
import { texts as threads } from './thread/state/texts.js';
import { flagTexts, keyTexts } from './admin/shared/permission-texts.js';

const at = '2026-03-01T12:00:00.000Z';
const permissions = [...permissionKeys];
const warden: RoleRow = {
  id: 7,
  name: 'warden',
  display_name: 'Warden',
  description: '',
  default: false,
  permissions,
  holders: 0,
  color: null,
};
const account: AccountRow = {
  id: 12,
  username: 'Bram',
  email: 'bram@example.test',
  verified: true,
  banned: false,
  ban: null,
  is_admin: false,
  role: 'Warden',
  role_id: 7,
  permissions,
  avatar_url: null,
  created_at: at,
  posts: 0,
  last_seen: null,
};

beforeEach(() => {
  server.respondWith('GET /admin/roles', [warden]);
  server.respondWith('GET /forums/sections', [buildSectionRow()]);
});

test('the role editor, account details and audit use the same permission names', async () => {
  await show(
    <>
      <PermissionSwitches role={warden} fixed />
      <UserDetails row={account} />
      <RolesAsOf at={at} />
      {permissions.map((key) => (
        <Changes key={key} before={{ [key]: false }} after={{ [key]: true }} />
      ))}
    </>,
    { as: admin },
  );
  const names = screen.getAllByRole('switch').map((field) => within(field.closest('label')!).getAllByText(/./)[0]!);
  const words = names.map(({ textContent }) => textContent);
  expect(new Set(words).size).toBe(permissionKeys.length);
  const sorted = (text: string | null) => text?.split(', ').sort();
  for (const selector of ['dd', 'td'])
    expect(sorted((await screen.findByText(/Manage roles, /, { selector })).textContent)).toEqual([...words].sort());
  for (const name of words) expect(screen.getByText(name, { selector: 'li span' })).toBeDefined();
});

test('the forums manager and the audit use the same names for section permissions', async () => {
  const entry = { role_id: 7, ...everyFlag };
  server.respondWith('GET /forums/permissions', [{ id: 1, section_id: 3, subsection_id: null, ...entry }]);
  const defaultFlags = {
    can_view: false,
    can_post: false,
    can_reply: false,
    can_delete_post: true,
    can_emoji_react: false,
  };
  await show(
    <>
      <MatrixTable name="Builds" roles={[warden]} matrix={{ own: new Map(), section: null }} change={() => {}} />
      <PermissionsAsOf at={at} />
      <Changes before={{ entries: [entry] }} after={{ entries: [{ ...entry, ...defaultFlags }] }} />
    </>,
    { as: admin },
  );
  const entryTable = (await screen.findByText('Place', { selector: 'th' })).closest('table')!;
  const getHeads = (table: Element) =>
    [...table.querySelectorAll('thead th')].map((head) => head.firstChild!.textContent);
  const words = getHeads(entryTable).slice(2);
  expect(words).toEqual(['View', 'Post', 'Reply', 'Delete post', 'Emoji react']);
  expect(getHeads(document.querySelector('table')!).slice(2)).toEqual(words);
  for (const name of words) expect(await screen.findByText(`Warden: ${name}`, { selector: 'li span' })).toBeDefined();
});

test("a permission's name starts with the label of the action it allows", () => {
  expect(keyTexts.lock_topics.name).toBe(`${moderation.lock} threads`);
  expect(keyTexts.sticky_topics.name).toBe(`${moderation.pin} threads`);
  expect(keyTexts.delete_topics.name).toBe(`${moderation.delete} threads`);
  expect([keyTexts.comment.name, flagTexts.can_reply]).toEqual([threads.reply, threads.reply]);
  expect(keyTexts.ban_accounts.name).toBe(`${accounts.ban} accounts`);
  expect(keyTexts.delete_accounts.name).toBe(`${accounts.delete} accounts`);
});
