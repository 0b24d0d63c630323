import { describe, expect, test } from 'vitest';
import { adminRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, holderOf } from '../testing/people.js';
import { by, byMila, holds, keyGiven, left, made, names, removed } from '../testing/staff-events.js';
import { staff, type StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';
import { oppositeOf } from '../undo/undo.js';
import { staffUndo } from '../undo/tables.js';

const change = (changed: Partial<typeof names> = {}): StaffCommand => ({
  type: 'ChangeRole',
  roleId: 77,
  ...names,
  ...changed,
});
const restore = (...holders: number[]): StaffCommand => ({ type: 'RestoreRole', roleId: 77, holders });
const take = (key: string): StaffCommand => ({ type: 'TakeKey', roleId: 77, key });
const give = (key: string): StaffCommand => ({ type: 'GiveKey', roleId: 77, key });

describe('role colour', () => {
  const coloured = (color: string): StaffEvent => ({ type: 'RoleCreated.v1', data: { roleId: 77, ...names, color } });

  test("records a role's colour along with its names and its old colour", () => {
    given(staff)
      .when({ type: 'CreateRole', roleId: 77, ...names, color: '#2e9e5b' }, byMila)
      .then(coloured('#2e9e5b'));
    given(staff, coloured('#2e9e5b'))
      .when({ ...change(), color: '#fff3a0' } as StaffCommand, byMila)
      .then({
        type: 'RoleChanged.v1',
        data: { roleId: 77, ...names, color: '#fff3a0', before: { ...names, color: '#2e9e5b' } },
      });
    given(staff, coloured('#2e9e5b'))
      .when({ ...change(), color: '#2e9e5b' } as StaffCommand, byMila)
      .thenNothing();
  });

  test('a role change without a colour removes the colour, and an undo restores it', () => {
    const taken: StaffEvent = {
      type: 'RoleChanged.v1',
      data: { roleId: 77, ...names, before: { ...names, color: '#2e9e5b' } },
    };
    given(staff, coloured('#2e9e5b')).when(change(), byMila).then(taken);
    const state = [coloured('#2e9e5b'), taken].reduce(staff.evolve, staff.initial());
    expect(state.roles.get(77)?.color).toBeUndefined();
    const undo = oppositeOf(staffUndo, taken);
    expect(undo && staff.decide(undo, state, byMila)).toMatchObject([{ data: { color: '#2e9e5b' } }]);
  });
});

describe('changing a role', () => {
  test('rejects creating a role under an existing id or name', () => {
    given(staff, made())
      .when({ type: 'CreateRole', roleId: 77, ...names, name: 'judge' }, byMila)
      .thenRefused('id-in-use');
    given(staff, made(77, 'BUILDER'))
      .when({ type: 'CreateRole', roleId: 78, ...names }, byMila)
      .thenRefused('role-name-taken', 'name');
    given(staff)
      .when({ type: 'CreateRole', roleId: 78, ...names, name: 'MEMBER' }, byMila)
      .thenRefused('role-default', 'name');
    given(staff, made(), removed)
      .when({ type: 'CreateRole', roleId: 78, ...names }, byMila)
      .then(made(78));
    given(staff, made(78, 'judge'))
      .when({ type: 'CreateRole', roleId: 77, ...names }, byMila)
      .then(made());
  });

  const unknown: StaffCommand[] = [
    change(),
    { type: 'DeleteRole', roleId: 77 },
    give('lock_topics'),
    take('lock_topics'),
  ];
  test.each([...unknown, restore()])('rejects $type for an unknown role as not found', (command) => {
    given(staff).when(command, byMila).thenRefused('not-found');
  });
  test.each(unknown)('rejects $type for a deleted role as not found', (command) => {
    given(staff, made(), removed).when(command, byMila).thenRefused('not-found');
  });
  test.each([...unknown, restore()])('rejects $type by a member who cannot manage roles as not found', (command) => {
    given(staff, made()).when(command, by(anna)).thenRefused('not-found');
  });

  test.each([
    [{ name: 'architect' }],
    [{ displayName: 'Architect' }],
    [{ description: 'Plans' }],
    [{ name: 'BUILDER' }],
  ])('records each changed field of a role with its old value ($#)', (changed) => {
    given(staff, made(), made(78, 'judge'))
      .when(change(changed), byMila)
      .then({ type: 'RoleChanged.v1', data: { roleId: 77, ...names, ...changed, before: names } });
  });

  test('records nothing if the names of a role do not change', () => {
    given(staff, made()).when(change(), byMila).thenNothing();
  });

  test('rejects renaming a role to the name of another role', () => {
    given(staff, made(), made(78, 'judge'))
      .when(change({ name: 'Judge' }), byMila)
      .thenRefused('role-name-taken', 'name');
    given(staff, made())
      .when(change({ name: 'admin' }), byMila)
      .thenRefused('role-default', 'name');
  });

  test('restoring a role returns it only to former holders who are still Members', () => {
    const history = [made(), removed, holds(102, adminRole.id), left];
    given(staff, ...history)
      .when(restore(101, 102, 104), byMila)
      .then({ type: 'RoleRestored.v1', data: { roleId: 77, holders: [104] } });
    given(staff, made()).when(restore(101), byMila).thenNothing();
    given(staff, made(), removed, made(78)).when(restore(101), byMila).thenRefused('role-name-taken', 'name');
  });

  test('adds a missing permission to a role and removes an existing permission', () => {
    given(staff, made(), keyGiven)
      .when(take('lock_topics'), byMila)
      .then({ type: 'RoleKeyTaken.v1', data: { roleId: 77, key: 'lock_topics' } });
    given(staff, made()).when(take('lock_topics'), byMila).thenNothing();
    given(staff, made()).when(give('lock_topics'), byMila).then(keyGiven);
    given(staff, made(), keyGiven).when(give('lock_topics'), byMila).thenNothing();
    given(staff, made()).when(give('lock_topics'), by(null)).then(keyGiven);
  });

  test('permissions cannot be removed from the Member role', () => {
    given(staff, made()).when(take('comment'), byMila).thenRefused('role-includes', 'permission');
    given(staff, made()).when(give('comment'), byMila).thenNothing();
  });

  test('rejects giving a permission that is unknown or that the actor lacks', () => {
    given(staff, made()).when(give('fly'), byMila).thenRefused('permission-unknown', 'permission');
    given(staff, made())
      .when(give('lock_topics'), by(holderOf('manage_roles')))
      .thenRefused('forbidden', 'permission');
  });
});

test('the Admin role can be claimed again after the only Admin left', () => {
  const gone: StaffEvent = { type: 'MemberLeft.v1', data: { userId: 101, roleId: adminRole.id, texts: false } };
  const state = [holds(101, adminRole.id), gone].reduce(staff.evolve, staff.initial());
  expect(staff.decide({ type: 'ClaimAdmin', userId: 102 }, state, by(null))).toEqual([holds(102, adminRole.id)]);
});
