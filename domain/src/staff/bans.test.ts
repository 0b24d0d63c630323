import { describe, test } from 'vitest';
import { adminRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import { by, byMila, holds, left, made, now, removed } from '../testing/staff-events.js';
import { staff, type StaffCommand } from './decide.js';
import type { Ban, StaffEvent } from './events.js';

const [past, later] = ['2026-11-21T11:59:59.999Z', '2027-01-01T00:00:00.000Z'];
const banned = (ban: Partial<Ban> = {}, before: Ban | null = null): StaffEvent => ({
  type: 'MemberBanned.v1',
  data: { userId: 101, reason: null, until: null, ...ban, before, since: now },
});
const giveRole = (userId: number, roleId: number, asBefore?: true): StaffCommand => ({
  type: 'GiveRole',
  userId,
  roleId,
  ...(asBefore && { isRestore: asBefore }),
});
const ban = (more: Partial<Extract<StaffCommand, { type: 'Ban' }>> = {}): StaffCommand => ({
  ...{ type: 'Ban', userId: 101, reason: null, until: null },
  ...more,
});
const unban: StaffCommand = { type: 'Unban', userId: 101 };

describe('giving a role', () => {
  test('rejects giving an unknown role, or giving a role to a member who left', () => {
    given(staff, made(), left).when(giveRole(101, 77), byMila).thenRefused('not-found');
    given(staff).when(giveRole(101, 99), byMila).thenRefused('role-unknown', 'role');
    given(staff, made(), removed).when(giveRole(101, 77), byMila).thenRefused('role-unknown', 'role');
  });

  test('giving a role records nothing if the member already has it', () => {
    given(staff).when(giveRole(101, memberRole.id), byMila).thenNothing();
    given(staff, made(), holds(101, 77), banned()).when(giveRole(101, 77), byMila).thenNothing();
    given(staff, holds(103, adminRole.id)).when(giveRole(103, adminRole.id), byMila).thenNothing();
  });

  test('a banned member can only become a Member, or regain a non-Admin role by undo', () => {
    given(staff, made(), banned()).when(giveRole(101, 77), byMila).thenRefused('banned-gets-no-role');
    given(staff, made(), holds(101, 77), banned())
      .when(giveRole(101, memberRole.id), byMila)
      .then(holds(101, memberRole.id, 77));
    given(staff, made(), banned())
      .when(giveRole(101, 77, true), byMila)
      .then(holds(101, 77));
    given(staff, banned())
      .when(giveRole(101, adminRole.id, true), byMila)
      .thenRefused('banned-gets-no-role');
    given(staff, made(), banned({ until: past }))
      .when(giveRole(101, 77), byMila)
      .then(holds(101, 77));
  });

  test('giving a role to a non-Admin does not depend on the number of Admins', () => {
    given(staff, made(), holds(103, adminRole.id)).when(giveRole(101, 77), byMila).then(holds(101, 77));
  });
});

describe('banning a member', () => {
  test('rejects a ban that ends in the past, and a ban of a member who left', () => {
    given(staff, left).when(ban(), byMila).thenRefused('not-found');
    given(staff, left).when(unban, byMila).thenRefused('not-found');
    given(staff)
      .when(ban({ until: now }), byMila)
      .thenRefused('ban-end-past', 'until');
  });

  test('the installation can ban and unban a member', () => {
    given(staff).when(ban(), by(null)).then(banned());
    given(staff).when(unban, byMila).thenNothing();
    given(staff, banned())
      .when(unban, by(null))
      .then({ type: 'MemberUnbanned.v1', data: { userId: 101, before: { reason: null, until: null } } });
  });

  test('records another ban if its reason or end changes', () => {
    const before = { reason: 'sealed', until: later };
    given(staff, banned(before)).when(ban(before), byMila).thenNothing();
    given(staff, banned(before))
      .when(ban({ ...before, reason: 'other' }), byMila)
      .then(banned({ ...before, reason: 'other' }, before));
    given(staff, banned(before))
      .when(ban({ ...before, until: null }), byMila)
      .then(banned({ reason: 'sealed', until: null }, before));
  });

  test('an undo does not restore a ban that has since expired', () => {
    const again = (until: string | null) => ban({ until, isRestore: true });
    given(staff).when(again(past), byMila).thenNothing();
    given(staff).when(again(now), byMila).thenNothing();
    given(staff)
      .when(again(later), byMila)
      .then(banned({ until: later }));
    given(staff).when(again(null), byMila).then(banned());
    given(staff, banned())
      .when(again(past), byMila)
      .then({ type: 'MemberUnbanned.v1', data: { userId: 101, before: { reason: null, until: null } } });
  });
});
