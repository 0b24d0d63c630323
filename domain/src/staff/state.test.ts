import { describe, expect, test } from 'vitest';
import { adminRole, memberRole, permissionKeys, type PermissionKey } from '../roles.js';
import { staff } from './decide.js';
import type { StaffEvent } from './events.js';
import {
  resolveActor,
  hasAdmin,
  findActiveBan,
  createStaffState,
  listHolders,
  findRole,
  findRoleName,
  listRoles,
} from './state.js';

const roleNames = { name: 'builder', displayName: 'Builder', description: 'Builds' };
const buildCreatedEvent = (roleId: number, displayName = 'Builder'): StaffEvent => ({
  type: 'RoleCreated.v1',
  data: { roleId, ...roleNames, displayName },
});
const buildRoleGivenEvent = (userId: number, roleId: number): StaffEvent => ({
  type: 'RoleGiven.v1',
  data: { userId, roleId, before: memberRole.id },
});
const buildKeyEvent = (
  type: 'RoleKeyGiven.v1' | 'RoleKeyTaken.v1',
  permission: PermissionKey,
  roleId = 77,
): StaffEvent => ({
  type,
  data: { roleId, key: permission },
});
const buildDeletedEvent = (...holders: number[]): StaffEvent => ({
  type: 'RoleDeleted.v1',
  data: { roleId: 77, holders },
});
const buildRoleRestoredEvent = (...holders: number[]): StaffEvent => ({
  type: 'RoleRestored.v1',
  data: { roleId: 77, holders },
});
const since = '2026-11-21T12:00:00.000Z';
const buildMemberBannedEvent = (userId: number, until: string | null = null): StaffEvent => ({
  type: 'MemberBanned.v1',
  data: { userId, reason: 'sealed', until, before: null, since },
});
const memberUnbanned: StaffEvent = {
  type: 'MemberUnbanned.v1',
  data: { userId: 101, before: { reason: 'sealed', until: null } },
};
const memberLeft: StaffEvent = { type: 'MemberLeft.v1', data: { userId: 101, roleId: 77, texts: true } };
const foldEvents = (...events: StaffEvent[]) => events.reduce(staff.evolve, staff.initial());
const createRoleWith = (...keys: PermissionKey[]) => ({
  ...roleNames,
  roleId: 77,
  keys: new Set([...memberRole.keys, ...keys]),
  deleted: false,
});

describe('staff state', () => {
  test('a new role has only the permissions of Member', () => {
    expect(foldEvents(buildCreatedEvent(77)).roles).toEqual(new Map([[77, createRoleWith()]]));
  });

  test('adds and removes individual permissions for a role', () => {
    const [lock, pin] = [
      buildKeyEvent('RoleKeyGiven.v1', 'lock_topics'),
      buildKeyEvent('RoleKeyGiven.v1', 'sticky_topics'),
    ];
    expect(foldEvents(buildCreatedEvent(77), lock, pin).roles.get(77)).toEqual(
      createRoleWith('lock_topics', 'sticky_topics'),
    );
    expect(
      foldEvents(buildCreatedEvent(77), lock, pin, buildKeyEvent('RoleKeyTaken.v1', 'lock_topics')).roles.get(77),
    ).toEqual(createRoleWith('sticky_topics'));
  });

  test('renaming a role preserves its id and permissions', () => {
    const newNames = { name: 'architect', displayName: 'Architect', description: 'Plans' };
    const state = foldEvents(buildCreatedEvent(77), buildKeyEvent('RoleKeyGiven.v1', 'lock_topics'), {
      type: 'RoleChanged.v1',
      data: { roleId: 77, ...newNames, before: roleNames },
    });
    expect(state.roles.get(77)).toEqual({ ...createRoleWith('lock_topics'), ...newNames });
  });

  test('deleting a role removes it from its holders, and restoring the role returns it to them', () => {
    const stateAfterDeletion = foldEvents(
      buildCreatedEvent(77),
      buildRoleGivenEvent(101, 77),
      buildRoleGivenEvent(102, 77),
      buildDeletedEvent(101, 102),
    );
    expect(stateAfterDeletion.roles.get(77)?.deleted).toBe(true);
    expect(stateAfterDeletion.holders).toEqual(new Map());
    const back = staff.evolve(stateAfterDeletion, buildRoleRestoredEvent(102));
    expect(back.roles.get(77)).toEqual(createRoleWith());
    expect(back.holders).toEqual(new Map([[102, 77]]));
  });

  const ofUnknownRole: StaffEvent[] = [
    { type: 'RoleChanged.v1', data: { roleId: 77, ...roleNames, before: roleNames } },
    buildKeyEvent('RoleKeyGiven.v1', 'lock_topics'),
    buildKeyEvent('RoleKeyTaken.v1', 'lock_topics'),
    buildDeletedEvent(),
    buildRoleRestoredEvent(),
  ];
  test.each(ofUnknownRole)('ignores $type for an unknown role', (event) => {
    expect(foldEvents(event)).toEqual(createStaffState());
  });

  test('stores no role for members with the Member role', () => {
    expect(foldEvents(buildRoleGivenEvent(101, 77)).holders).toEqual(new Map([[101, 77]]));
    expect(foldEvents(buildRoleGivenEvent(101, 77), buildRoleGivenEvent(101, memberRole.id)).holders).toEqual(
      new Map(),
    );
  });

  test('retains the start of a ban after the ban is lifted', () => {
    expect(foldEvents(buildMemberBannedEvent(101)).bans).toEqual(new Map([[101, { reason: 'sealed', until: null }]]));
    const state = foldEvents(buildMemberBannedEvent(101), memberUnbanned);
    expect(state.bans).toEqual(new Map());
    expect(state.bannedSince).toEqual(new Map([[101, since]]));
  });

  test("stores only whether a departed member's posts were erased", () => {
    expect(foldEvents(buildRoleGivenEvent(101, 77), buildMemberBannedEvent(101), memberLeft)).toEqual({
      ...createStaffState(),
      erasedMembers: new Map([[101, true]]),
    });
  });
});

describe('role queries', () => {
  const buildFixedRole = (role: typeof adminRole | typeof memberRole) => ({
    roleId: role.id,
    name: role.name,
    displayName: role.name,
    description: '',
    keys: new Set(role.keys),
    deleted: false,
  });

  test('lists Admin and Member before other roles and omits deleted roles', () => {
    expect(listRoles(foldEvents(buildCreatedEvent(77), buildCreatedEvent(78, 'Judge')))).toEqual([
      buildFixedRole(adminRole),
      buildFixedRole(memberRole),
      createRoleWith(),
      { ...createRoleWith(), roleId: 78, displayName: 'Judge' },
    ]);
    expect(
      listRoles(foldEvents(buildCreatedEvent(77), buildCreatedEvent(78, 'Judge'), buildDeletedEvent())).map(
        ({ roleId }) => roleId,
      ),
    ).toEqual([adminRole.id, memberRole.id, 78]);
  });

  test('finds an existing role by id, but not an unknown or deleted one', () => {
    expect(findRole(foldEvents(buildCreatedEvent(77)), 77)).toEqual(createRoleWith());
    expect(findRole(foldEvents(buildCreatedEvent(77), buildDeletedEvent()), 77)).toBeNull();
    expect(findRole(foldEvents(), 77)).toBeNull();
  });

  test('returns no role name for Members or an unknown role', () => {
    const state = foldEvents(buildCreatedEvent(77));
    expect(findRoleName(state, 77)).toBe('Builder');
    expect(findRoleName(state, adminRole.id)).toBe('Admin');
    expect(findRoleName(state, memberRole.id)).toBeNull();
    expect(findRoleName(state, 99)).toBeNull();
  });

  test("lists a role's holders", () => {
    const state = foldEvents(
      buildCreatedEvent(77),
      buildRoleGivenEvent(101, 77),
      buildRoleGivenEvent(102, adminRole.id),
      buildRoleGivenEvent(103, 77),
    );
    expect(listHolders(state, 77)).toEqual([101, 103]);
    expect(listHolders(state, adminRole.id)).toEqual([102]);
    expect(listHolders(state, 99)).toEqual([]);
    expect(hasAdmin(state)).toBe(true);
    expect(hasAdmin(foldEvents(buildCreatedEvent(77), buildRoleGivenEvent(101, 77)))).toBe(false);
  });

  test("holders have their role's permissions, or those of Member if the role is unknown", () => {
    const state = foldEvents(
      buildCreatedEvent(77),
      buildKeyEvent('RoleKeyGiven.v1', 'lock_topics'),
      buildRoleGivenEvent(101, 77),
      buildRoleGivenEvent(102, 99),
      buildRoleGivenEvent(103, 1),
    );
    expect(resolveActor(state, 101)).toEqual({ userId: 101, roleId: 77, keys: createRoleWith('lock_topics').keys });
    expect(resolveActor(state, 102)).toEqual({ userId: 102, roleId: 99, keys: new Set(memberRole.keys) });
    expect(resolveActor(state, 103)).toEqual({ userId: 103, roleId: adminRole.id, keys: new Set(permissionKeys) });
    expect(resolveActor(state, 104)).toEqual({ userId: 104, roleId: memberRole.id, keys: new Set(memberRole.keys) });
  });
});

describe('ban expiry', () => {
  const until = '2027-01-01T00:00:00.000Z';

  test('a permanent ban never expires', () => {
    expect(findActiveBan(foldEvents(buildMemberBannedEvent(101)), 101, '2999-01-01T00:00:00.000Z')).toEqual({
      reason: 'sealed',
      until: null,
    });
    expect(findActiveBan(foldEvents(buildMemberBannedEvent(101)), 102, since)).toBeNull();
  });

  test('a ban expires exactly at its end time', () => {
    const state = foldEvents(buildMemberBannedEvent(101, until));
    expect(findActiveBan(state, 101, '2026-12-31T23:59:59.999Z')).toEqual({ reason: 'sealed', until });
    expect(findActiveBan(state, 101, until)).toBeNull();
    expect(findActiveBan(state, 101, '2027-01-01T00:00:00.001Z')).toBeNull();
  });
});
