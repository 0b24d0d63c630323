import type { Actor, PlaceEntries } from '../permissions.js';
import { memberRole } from '../roles.js';
import type { StaffEvent } from '../staff/events.js';
import { mila } from './people.js';

export const now = '2026-11-21T12:00:00.000Z';
export const buildContext = (actor: Actor | null, places: readonly PlaceEntries[] = []) => ({
  actor,
  now,
  places,
  isGameServer: (serverId: number) => serverId === 90,
});
export const milaContext = buildContext(mila);

export const roleNames = { name: 'builder', displayName: 'Builder', description: 'Builds' };
export const buildRoleCreated = (roleId = 77, name = 'builder'): Extract<StaffEvent, { type: 'RoleCreated.v1' }> => ({
  type: 'RoleCreated.v1',
  data: { roleId, ...roleNames, name },
});
export const roleDeleted: StaffEvent = { type: 'RoleDeleted.v1', data: { roleId: 77, holders: [] } };
export const permissionGranted: StaffEvent = { type: 'RoleKeyGiven.v1', data: { roleId: 77, key: 'lock_topics' } };
export const buildRoleGiven = (userId: number, roleId: number, before: number = memberRole.id): StaffEvent => ({
  type: 'RoleGiven.v1',
  data: { userId, roleId, before },
});
export const memberLeft: StaffEvent = {
  type: 'MemberLeft.v1',
  data: { userId: 101, roleId: memberRole.id, texts: false },
};
