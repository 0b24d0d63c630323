import { describe, test } from 'vitest';
import { adminRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import {
  buildContext,
  milaContext,
  buildRoleGiven,
  memberLeft,
  buildRoleCreated,
  now,
  roleDeleted,
} from '../testing/staff-events.js';
import { staff, type StaffCommand } from './decide.js';
import type { MemberBan, StaffEvent } from './events.js';

const [earlier, later] = ['2026-11-21T11:59:59.999Z', '2027-01-01T00:00:00.000Z'];
const buildMemberBannedEvent = (ban: Partial<MemberBan> = {}, before: MemberBan | null = null): StaffEvent => ({
  type: 'MemberBanned.v1',
  data: { userId: 101, reason: null, until: null, ...ban, before, since: now },
});
const giveRole = (userId: number, roleId: number, isRestore?: true): StaffCommand => ({
  type: 'GiveRole',
  userId,
  roleId,
  ...(isRestore && { isRestore }),
});
const buildBan = (options: Partial<Extract<StaffCommand, { type: 'Ban' }>> = {}): StaffCommand => ({
  type: 'Ban',
  userId: 101,
  reason: null,
  until: null,
  ...options,
});
const unban: StaffCommand = { type: 'Unban', userId: 101 };

describe('assigning a role', () => {
  test('rejects assigning an unknown role, or assigning a role to a member who has left', () => {
    given(staff, buildRoleCreated(), memberLeft).when(giveRole(101, 77), milaContext).thenRefused('not-found');
    given(staff).when(giveRole(101, 99), milaContext).thenRefused('role-unknown', 'role');
    given(staff, buildRoleCreated(), roleDeleted)
      .when(giveRole(101, 77), milaContext)
      .thenRefused('role-unknown', 'role');
  });

  test('assigning a role records nothing if the member already has it', () => {
    given(staff).when(giveRole(101, memberRole.id), milaContext).thenNothing();
    given(staff, buildRoleCreated(), buildRoleGiven(101, 77), buildMemberBannedEvent())
      .when(giveRole(101, 77), milaContext)
      .thenNothing();
    given(staff, buildRoleGiven(103, adminRole.id)).when(giveRole(103, adminRole.id), milaContext).thenNothing();
  });

  test('a banned member can only become a Member, or regain a non-Admin role by undo', () => {
    given(staff, buildRoleCreated(), buildMemberBannedEvent())
      .when(giveRole(101, 77), milaContext)
      .thenRefused('banned-gets-no-role');
    given(staff, buildRoleCreated(), buildRoleGiven(101, 77), buildMemberBannedEvent())
      .when(giveRole(101, memberRole.id), milaContext)
      .then(buildRoleGiven(101, memberRole.id, 77));
    given(staff, buildRoleCreated(), buildMemberBannedEvent())
      .when(giveRole(101, 77, true), milaContext)
      .then(buildRoleGiven(101, 77));
    given(staff, buildMemberBannedEvent())
      .when(giveRole(101, adminRole.id, true), milaContext)
      .thenRefused('banned-gets-no-role');
    given(staff, buildRoleCreated(), buildMemberBannedEvent({ until: earlier }))
      .when(giveRole(101, 77), milaContext)
      .then(buildRoleGiven(101, 77));
  });

  test('assigning a role to a non-Admin does not depend on the number of Admins', () => {
    given(staff, buildRoleCreated(), buildRoleGiven(103, adminRole.id))
      .when(giveRole(101, 77), milaContext)
      .then(buildRoleGiven(101, 77));
  });
});

describe('banning a member', () => {
  test('rejects a ban that ends in the past, and a ban of a member who has left', () => {
    given(staff, memberLeft).when(buildBan(), milaContext).thenRefused('not-found');
    given(staff, memberLeft).when(unban, milaContext).thenRefused('not-found');
    given(staff)
      .when(buildBan({ until: now }), milaContext)
      .thenRefused('ban-end-past', 'until');
  });

  test('the installation can ban and unban a member', () => {
    given(staff).when(buildBan(), buildContext(null)).then(buildMemberBannedEvent());
    given(staff).when(unban, milaContext).thenNothing();
    given(staff, buildMemberBannedEvent())
      .when(unban, buildContext(null))
      .then({ type: 'MemberUnbanned.v1', data: { userId: 101, before: { reason: null, until: null } } });
  });

  test('a ban on the site only can be extended to the game accounts, and limited again', () => {
    const [siteOnly, everywhere] = [{ siteOnly: true }, { reason: null, until: null }] as const;
    given(staff, buildMemberBannedEvent(siteOnly)).when(buildBan(siteOnly), milaContext).thenNothing();
    given(staff, buildMemberBannedEvent(siteOnly))
      .when(buildBan(), milaContext)
      .then(buildMemberBannedEvent({}, { ...everywhere, ...siteOnly }));
    given(staff, buildMemberBannedEvent())
      .when(buildBan(siteOnly), milaContext)
      .then(buildMemberBannedEvent(siteOnly, everywhere));
  });

  test('records another ban if its reason or expiry changes', () => {
    const previousBan = { reason: 'sealed', until: later };
    given(staff, buildMemberBannedEvent(previousBan)).when(buildBan(previousBan), milaContext).thenNothing();
    given(staff, buildMemberBannedEvent(previousBan))
      .when(buildBan({ ...previousBan, reason: 'other' }), milaContext)
      .then(buildMemberBannedEvent({ ...previousBan, reason: 'other' }, previousBan));
    given(staff, buildMemberBannedEvent(previousBan))
      .when(buildBan({ ...previousBan, until: null }), milaContext)
      .then(buildMemberBannedEvent({ reason: 'sealed', until: null }, previousBan));
  });

  test('an undo does not restore a ban that has since expired', () => {
    const restoreBan = (until: string | null) => buildBan({ until, isRestore: true });
    given(staff).when(restoreBan(earlier), milaContext).thenNothing();
    given(staff).when(restoreBan(now), milaContext).thenNothing();
    given(staff)
      .when(restoreBan(later), milaContext)
      .then(buildMemberBannedEvent({ until: later }));
    given(staff).when(restoreBan(null), milaContext).then(buildMemberBannedEvent());
    given(staff, buildMemberBannedEvent())
      .when(restoreBan(earlier), milaContext)
      .then({ type: 'MemberUnbanned.v1', data: { userId: 101, before: { reason: null, until: null } } });
  });
});
