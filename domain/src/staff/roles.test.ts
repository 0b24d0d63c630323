import { describe, expect, test } from 'vitest';
import { adminRole, memberRole, permissionKeys } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila } from '../testing/people.js';
import {
  buildContext,
  buildRoleGiven,
  permissionGranted,
  buildRoleCreated,
  roleNames,
  now,
} from '../testing/staff-events.js';
import { staff, type StaffCommand } from './decide.js';
import type { StaffEvent } from './events.js';
import { resolveActor } from './state.js';

const builder = buildRoleCreated();
const toFullWidth = (name: string) =>
  name.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
const create: StaffCommand = { type: 'CreateRole', roleId: 77, ...roleNames };
const giveRole = (userId: number, roleId: number): StaffCommand => ({ type: 'GiveRole', userId, roleId });
const giveKey = (key: string, roleId = 77): StaffCommand => ({ type: 'GiveKey', roleId, key });
const ban = (userId: number): StaffCommand => ({ type: 'Ban', userId, reason: null, until: null });
const buildMemberBannedEvent = (userId: number): StaffEvent => ({
  type: 'MemberBanned.v1',
  data: { userId, reason: null, until: null, before: null, since: now },
});

describe('managing roles', () => {
  test('only holders of manage_roles can create roles, and only under unused names', () => {
    given(staff).when(create, buildContext(mila)).then(builder);
    given(staff)
      .when(create, buildContext(buildHolder('manage_roles')))
      .then(builder);
    given(staff).when(create, buildContext(anna)).thenRefused('not-found');
    given(staff)
      .when({ ...create, name: 'aDMIN' }, buildContext(mila))
      .thenRefused('role-default');
    given(staff, builder)
      .when({ ...create, roleId: 78, name: 'BUILDER' }, buildContext(mila))
      .thenRefused('role-name-taken');
  });

  test('rejects role names that look like a default role or an existing role', () => {
    const buildLookAlikes = (like: string) => [
      like,
      ` ${like.toUpperCase()}`,
      `${like[0]}\u200b${like.slice(1)}`,
      toFullWidth(like),
    ];
    for (const like of [...buildLookAlikes('Admin'), ...buildLookAlikes('Member')]) {
      given(staff)
        .when({ ...create, name: like }, buildContext(mila))
        .thenRefused('role-default');
      given(staff)
        .when({ ...create, displayName: like }, buildContext(mila))
        .thenRefused('role-default');
      given(staff, builder)
        .when({ ...create, type: 'ChangeRole', displayName: like }, buildContext(mila))
        .thenRefused('role-default');
    }
    for (const like of buildLookAlikes('builder')) {
      given(staff, builder)
        .when({ ...create, roleId: 78, name: like }, buildContext(mila))
        .thenRefused('role-name-taken');
    }
    given(staff)
      .when({ ...create, displayName: 'Administrator' }, buildContext(mila))
      .then({ ...builder, data: { ...builder.data, displayName: 'Administrator' } });
  });

  test('staff can only add or remove permissions that they have themselves', () => {
    given(staff, builder)
      .when(giveKey('lock_topics'), buildContext(buildHolder('manage_roles', 'lock_topics')))
      .then(permissionGranted);
    given(staff, builder)
      .when(giveKey('lock_topics'), buildContext(buildHolder('manage_roles')))
      .thenRefused('forbidden');
    given(staff, builder, permissionGranted)
      .when({ type: 'TakeKey', roleId: 77, key: 'lock_topics' }, buildContext(buildHolder('manage_roles')))
      .thenRefused('forbidden');
    given(staff, builder, permissionGranted)
      .when({ type: 'DeleteRole', roleId: 77 }, buildContext(buildHolder('manage_roles')))
      .thenRefused('forbidden');
    given(staff, builder).when(giveKey('comment'), buildContext(mila)).thenNothing();
    given(staff, builder).when(giveKey('fly'), buildContext(mila)).thenRefused('permission-unknown');
    for (const roleId of [adminRole.id, memberRole.id]) {
      given(staff).when(giveKey('lock_topics', roleId), buildContext(mila)).thenRefused('role-fixed');
      given(staff).when({ type: 'DeleteRole', roleId }, buildContext(mila)).thenRefused('role-fixed');
    }
  });

  test("a deleted role's holders become Members, and regain the role if it is restored", () => {
    const deleted: StaffEvent = { type: 'RoleDeleted.v1', data: { roleId: 77, holders: [101] } };
    const history = [builder, permissionGranted, buildRoleGiven(101, 77)];
    given(staff, ...history)
      .when({ type: 'DeleteRole', roleId: 77 }, buildContext(mila))
      .then(deleted);
    const state = [...history, deleted].reduce(staff.evolve, staff.initial());
    expect(resolveActor(state, 101).keys).toEqual(new Set(memberRole.keys));
    const restoredState = staff.evolve(state, { type: 'RoleRestored.v1', data: { roleId: 77, holders: [101] } });
    expect(resolveActor(restoredState, 101).keys).toEqual(new Set([...memberRole.keys, 'lock_topics']));
    given(staff, ...history, deleted, buildRoleGiven(101, adminRole.id))
      .when({ type: 'RestoreRole', roleId: 77, holders: [101] }, buildContext(mila))
      .then({ type: 'RoleRestored.v1', data: { roleId: 77, holders: [] } });
  });

  test('staff can only assign roles they outrank, and only to members they outrank', () => {
    given(staff, builder, permissionGranted).when(giveRole(101, 77), buildContext(mila)).then(buildRoleGiven(101, 77));
    given(staff, builder, permissionGranted)
      .when(giveRole(101, 77), buildContext(buildHolder('manage_roles')))
      .thenRefused('forbidden');
    given(staff, builder, permissionGranted, buildRoleGiven(101, 77))
      .when(giveRole(101, memberRole.id), buildContext(buildHolder('manage_roles')))
      .thenRefused('forbidden');
    const everyKey = buildHolder(...permissionKeys);
    given(staff).when(giveRole(101, adminRole.id), buildContext(everyKey)).thenRefused('forbidden');
    given(staff, buildRoleGiven(101, adminRole.id), buildRoleGiven(102, adminRole.id))
      .when(giveRole(101, memberRole.id), buildContext(everyKey))
      .thenRefused('forbidden');
    given(staff).when(giveRole(101, 99), buildContext(mila)).thenRefused('role-unknown');
    given(staff, builder, buildMemberBannedEvent(101))
      .when(giveRole(101, 77), buildContext(mila))
      .thenRefused('banned-gets-no-role');
  });

  test('the last Admin cannot lose the Admin role', () => {
    given(staff, buildRoleGiven(103, adminRole.id))
      .when(giveRole(103, memberRole.id), buildContext(mila))
      .thenRefused('last-admin');
    given(staff, buildRoleGiven(103, adminRole.id), buildRoleGiven(101, adminRole.id))
      .when(giveRole(103, memberRole.id), buildContext(mila))
      .then(buildRoleGiven(103, memberRole.id, adminRole.id));
  });
});

describe('ban permissions', () => {
  test('only members of lower rank can be banned, and no one can ban Admins or themselves', () => {
    given(staff).when(ban(101), buildContext(mila)).then(buildMemberBannedEvent(101));
    given(staff)
      .when(ban(101), buildContext(buildHolder('ban_accounts')))
      .then(buildMemberBannedEvent(101));
    given(staff).when(ban(101), buildContext(bram)).thenRefused('not-found');
    given(staff, buildRoleGiven(101, adminRole.id))
      .when(ban(101), buildContext(mila))
      .thenRefused('admin-not-bannable');
    given(staff, buildRoleGiven(101, adminRole.id))
      .when(ban(101), buildContext(buildHolder('ban_accounts')))
      .thenRefused('forbidden');
    given(staff, builder, permissionGranted, buildRoleGiven(101, 77))
      .when(ban(101), buildContext(buildHolder('ban_accounts')))
      .thenRefused('forbidden');
    given(staff).when(ban(103), buildContext(mila)).thenRefused('ban-yourself');
  });
});
