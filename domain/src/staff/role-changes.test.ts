import { describe, expect, test } from 'vitest';
import { adminRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, buildHolder } from '../testing/people.js';
import {
  buildContext,
  milaContext,
  buildRoleGiven,
  permissionGranted,
  memberLeft,
  buildRoleCreated,
  roleNames,
  roleDeleted,
} from '../testing/staff-events.js';
import { staff, type StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';
import { buildOppositeCommand } from '../undo/undo.js';
import { staffUndo } from '../undo/tables.js';

const change = (changed: Partial<typeof roleNames> = {}): StaffCommand => ({
  type: 'ChangeRole',
  roleId: 77,
  ...roleNames,
  ...changed,
});
const restore = (...holders: number[]): StaffCommand => ({ type: 'RestoreRole', roleId: 77, holders });
const take = (key: string): StaffCommand => ({ type: 'TakeKey', roleId: 77, key });
const give = (key: string): StaffCommand => ({ type: 'GiveKey', roleId: 77, key });

describe('role colour', () => {
  const buildColouredEvent = (color: string): StaffEvent => ({
    type: 'RoleCreated.v1',
    data: { roleId: 77, ...roleNames, color },
  });

  test("records a role's colour along with its names and its old colour", () => {
    given(staff)
      .when({ type: 'CreateRole', roleId: 77, ...roleNames, color: '#2e9e5b' }, milaContext)
      .then(buildColouredEvent('#2e9e5b'));
    given(staff, buildColouredEvent('#2e9e5b'))
      .when({ ...change(), color: '#fff3a0' } as StaffCommand, milaContext)
      .then({
        type: 'RoleChanged.v1',
        data: { roleId: 77, ...roleNames, color: '#fff3a0', before: { ...roleNames, color: '#2e9e5b' } },
      });
    given(staff, buildColouredEvent('#2e9e5b'))
      .when({ ...change(), color: '#2e9e5b' } as StaffCommand, milaContext)
      .thenNothing();
  });

  test('a role change without a colour removes the colour, and an undo restores it', () => {
    const keyTaken: StaffEvent = {
      type: 'RoleChanged.v1',
      data: { roleId: 77, ...roleNames, before: { ...roleNames, color: '#2e9e5b' } },
    };
    given(staff, buildColouredEvent('#2e9e5b')).when(change(), milaContext).then(keyTaken);
    const state = [buildColouredEvent('#2e9e5b'), keyTaken].reduce(staff.evolve, staff.initial());
    expect(state.roles.get(77)?.color).toBeUndefined();
    const undo = buildOppositeCommand(staffUndo, keyTaken);
    expect(undo && staff.decide(undo, state, milaContext)).toMatchObject([{ data: { color: '#2e9e5b' } }]);
  });
});

describe('changing a role', () => {
  test('rejects creating a role under an existing id or name', () => {
    given(staff, buildRoleCreated())
      .when({ type: 'CreateRole', roleId: 77, ...roleNames, name: 'judge' }, milaContext)
      .thenRefused('id-in-use');
    given(staff, buildRoleCreated(77, 'BUILDER'))
      .when({ type: 'CreateRole', roleId: 78, ...roleNames }, milaContext)
      .thenRefused('role-name-taken', 'name');
    given(staff)
      .when({ type: 'CreateRole', roleId: 78, ...roleNames, name: 'MEMBER' }, milaContext)
      .thenRefused('role-default', 'name');
    given(staff, buildRoleCreated(), roleDeleted)
      .when({ type: 'CreateRole', roleId: 78, ...roleNames }, milaContext)
      .then(buildRoleCreated(78));
    given(staff, buildRoleCreated(78, 'judge'))
      .when({ type: 'CreateRole', roleId: 77, ...roleNames }, milaContext)
      .then(buildRoleCreated());
  });

  const unknown: StaffCommand[] = [
    change(),
    { type: 'DeleteRole', roleId: 77 },
    give('lock_topics'),
    take('lock_topics'),
  ];
  test.each([...unknown, restore()])('rejects $type for an unknown role as not found', (command) => {
    given(staff).when(command, milaContext).thenRefused('not-found');
  });
  test.each(unknown)('rejects $type for a deleted role as not found', (command) => {
    given(staff, buildRoleCreated(), roleDeleted).when(command, milaContext).thenRefused('not-found');
  });
  test.each([...unknown, restore()])('rejects $type by a member who cannot manage roles as not found', (command) => {
    given(staff, buildRoleCreated()).when(command, buildContext(anna)).thenRefused('not-found');
  });

  test.each([
    [{ name: 'architect' }],
    [{ displayName: 'Architect' }],
    [{ description: 'Plans' }],
    [{ name: 'BUILDER' }],
  ])('records each changed role field with its old value ($#)', (changed) => {
    given(staff, buildRoleCreated(), buildRoleCreated(78, 'judge'))
      .when(change(changed), milaContext)
      .then({ type: 'RoleChanged.v1', data: { roleId: 77, ...roleNames, ...changed, before: roleNames } });
  });

  test("records nothing if a role's names do not change", () => {
    given(staff, buildRoleCreated()).when(change(), milaContext).thenNothing();
  });

  test("rejects renaming a role to another role's name", () => {
    given(staff, buildRoleCreated(), buildRoleCreated(78, 'judge'))
      .when(change({ name: 'Judge' }), milaContext)
      .thenRefused('role-name-taken', 'name');
    given(staff, buildRoleCreated())
      .when(change({ name: 'admin' }), milaContext)
      .thenRefused('role-default', 'name');
  });

  test('restoring a role returns it only to former holders who are still Members', () => {
    const history = [buildRoleCreated(), roleDeleted, buildRoleGiven(102, adminRole.id), memberLeft];
    given(staff, ...history)
      .when(restore(101, 102, 104), milaContext)
      .then({ type: 'RoleRestored.v1', data: { roleId: 77, holders: [104] } });
    given(staff, buildRoleCreated()).when(restore(101), milaContext).thenNothing();
    given(staff, buildRoleCreated(), roleDeleted, buildRoleCreated(78))
      .when(restore(101), milaContext)
      .thenRefused('role-name-taken', 'name');
  });

  test('adds a missing permission to a role and removes an existing permission', () => {
    given(staff, buildRoleCreated(), permissionGranted)
      .when(take('lock_topics'), milaContext)
      .then({ type: 'RoleKeyTaken.v1', data: { roleId: 77, key: 'lock_topics' } });
    given(staff, buildRoleCreated()).when(take('lock_topics'), milaContext).thenNothing();
    given(staff, buildRoleCreated()).when(give('lock_topics'), milaContext).then(permissionGranted);
    given(staff, buildRoleCreated(), permissionGranted).when(give('lock_topics'), milaContext).thenNothing();
    given(staff, buildRoleCreated()).when(give('lock_topics'), buildContext(null)).then(permissionGranted);
  });

  test('permissions cannot be removed from the Member role', () => {
    given(staff, buildRoleCreated()).when(take('comment'), milaContext).thenRefused('role-includes', 'permission');
    given(staff, buildRoleCreated()).when(give('comment'), milaContext).thenNothing();
  });

  test('rejects granting a permission that is unknown or that the actor lacks', () => {
    given(staff, buildRoleCreated()).when(give('fly'), milaContext).thenRefused('permission-unknown', 'permission');
    given(staff, buildRoleCreated())
      .when(give('lock_topics'), buildContext(buildHolder('manage_roles')))
      .thenRefused('forbidden', 'permission');
  });
});

test('the Admin role can be claimed again after the only Admin left', () => {
  const memberLeft: StaffEvent = { type: 'MemberLeft.v1', data: { userId: 101, roleId: adminRole.id, texts: false } };
  const state = [buildRoleGiven(101, adminRole.id), memberLeft].reduce(staff.evolve, staff.initial());
  expect(staff.decide({ type: 'ClaimAdmin', userId: 102 }, state, buildContext(null))).toEqual([
    buildRoleGiven(102, adminRole.id),
  ]);
});
