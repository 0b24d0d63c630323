import { describe, expect, test } from 'vitest';
import { adminRole, memberRole } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, bram, holderOf, mila } from '../testing/people.js';
import { by } from '../testing/staff-events.js';
import { staff } from './decide.js';
import { actorOf, adminExists } from './state.js';

const given1 = (userId: number) =>
  ({ type: 'RoleGiven.v1', data: { userId, roleId: adminRole.id, before: memberRole.id } }) as const;
const left = (userId: number, roleId: number, texts = false) =>
  ({ type: 'MemberLeft.v1', data: { userId, roleId, texts } }) as const;
const itself = by(null);

describe('staff decider', () => {
  test('the first Admin role can be claimed only once', () => {
    given(staff).when({ type: 'ClaimAdmin', userId: 1 }, itself).then(given1(1));
    given(staff, given1(1)).when({ type: 'ClaimAdmin', userId: 2 }, itself).thenNothing();
    given(staff, left(2, memberRole.id)).when({ type: 'ClaimAdmin', userId: 2 }, itself).thenRefused('not-found');
  });

  test('a member can leave, or be erased by staff who outrank them', () => {
    const leave = { type: 'Leave', userId: anna.userId ?? 0, texts: true } as const;
    const gone = left(101, memberRole.id, true);
    given(staff).when(leave, by(anna)).then(gone);
    given(staff).when(leave, by(mila)).then(gone);
    given(staff)
      .when(leave, by(holderOf('delete_accounts')))
      .then(gone);
    given(staff).when(leave, itself).then(gone);
    given(staff).when(leave, by(bram)).thenRefused('not-found');
    given(staff, gone).when(leave, by(mila)).thenNothing();
  });

  test('an Admin cannot be erased', () => {
    const leave = { type: 'Leave', userId: 103, texts: false } as const;
    given(staff, given1(103)).when(leave, by(mila)).thenRefused('admin-not-erasable');
    given(staff, given1(103))
      .when(leave, by(holderOf('delete_accounts')))
      .thenRefused('forbidden');
  });

  test('members get the permissions of their role', () => {
    const state = staff.evolve(staff.initial(), given1(1));
    expect(actorOf(state, 1).keys).toEqual(new Set(adminRole.keys));
    expect(actorOf(state, 2).keys).toEqual(new Set(memberRole.keys));
    expect(adminExists(state)).toBe(true);
    expect(adminExists(staff.evolve(state, left(1, adminRole.id)))).toBe(false);
  });
});
