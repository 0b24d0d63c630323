import { describe, expect, test } from 'vitest';
import { adminRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, bram, buildHolder, mila } from '../testing/people.js';
import { buildContext } from '../testing/staff-events.js';
import { staff } from './decide.js';
import { resolveActor, hasAdmin } from './state.js';

const buildRoleGivenEvent = (userId: number) =>
  ({ type: 'RoleGiven.v1', data: { userId, roleId: adminRole.id, before: memberRole.id } }) as const;
const buildMemberLeftEvent = (userId: number, roleId: number, texts = false) =>
  ({ type: 'MemberLeft.v1', data: { userId, roleId, texts } }) as const;
const installation = buildContext(null);

describe('staff decider', () => {
  test('the first Admin role can be claimed only once', () => {
    given(staff).when({ type: 'ClaimAdmin', userId: 1 }, installation).then(buildRoleGivenEvent(1));
    given(staff, buildRoleGivenEvent(1)).when({ type: 'ClaimAdmin', userId: 2 }, installation).thenNothing();
    given(staff, buildMemberLeftEvent(2, memberRole.id))
      .when({ type: 'ClaimAdmin', userId: 2 }, installation)
      .thenRefused('not-found');
  });

  test('a member can leave, or be erased by staff who outrank them', () => {
    const leave = { type: 'Leave', userId: anna.userId ?? 0, texts: true } as const;
    const memberErased = buildMemberLeftEvent(101, memberRole.id, true);
    given(staff).when(leave, buildContext(anna)).then(memberErased);
    given(staff).when(leave, buildContext(mila)).then(memberErased);
    given(staff)
      .when(leave, buildContext(buildHolder('delete_accounts')))
      .then(memberErased);
    given(staff).when(leave, installation).then(memberErased);
    given(staff).when(leave, buildContext(bram)).thenRefused('not-found');
    given(staff, memberErased).when(leave, buildContext(mila)).thenNothing();
  });

  test('an Admin cannot be erased', () => {
    const leave = { type: 'Leave', userId: 103, texts: false } as const;
    given(staff, buildRoleGivenEvent(103)).when(leave, buildContext(mila)).thenRefused('admin-not-erasable');
    given(staff, buildRoleGivenEvent(103))
      .when(leave, buildContext(buildHolder('delete_accounts')))
      .thenRefused('forbidden');
  });

  test("members get their role's permissions", () => {
    const state = staff.evolve(staff.initial(), buildRoleGivenEvent(1));
    expect(resolveActor(state, 1).keys).toEqual(new Set(adminRole.keys));
    expect(resolveActor(state, 2).keys).toEqual(new Set(memberRole.keys));
    expect(hasAdmin(state)).toBe(true);
    expect(hasAdmin(staff.evolve(state, buildMemberLeftEvent(1, adminRole.id)))).toBe(false);
  });
});
