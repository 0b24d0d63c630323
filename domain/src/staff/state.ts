import { guest, type Actor } from '../permissions.js';
import { adminRole, memberRole, type PermissionKey } from '../roles.js';
import { createApiKeysState, evolveApiKeys, type ApiKeysState } from './api-keys.js';
import type { MemberBan, RoleNames, StaffEvent } from './events.js';

export interface Role extends RoleNames {
  roleId: number;
  keys: ReadonlySet<PermissionKey>;
  deleted: boolean;
}

export interface StaffState extends ApiKeysState {
  roles: Map<number, Role>;
  holders: Map<number, number>;
  /** Includes expired bans because the state cannot depend on the time. */
  bans: Map<number, MemberBan>;
  /** Sessions that began before the last ban remain invalid after it ends. */
  bannedSince: Map<number, string>;
  erasedMembers: Map<number, boolean>;
}

export const createStaffState = (): StaffState => ({
  ...createApiKeysState(),
  roles: new Map(),
  holders: new Map(),
  bans: new Map(),
  bannedSince: new Map(),
  erasedMembers: new Map(),
});

export function evolveStaff(state: StaffState, event: StaffEvent): StaffState {
  evolveApiKeys(state, event);
  switch (event.type) {
    case 'RoleGiven.v1':
      assignRole(state, event.data.userId, event.data.roleId);
      return state;
    case 'MemberBanned.v1':
      state.bans.set(event.data.userId, pickBanFields(event.data));
      state.bannedSince.set(event.data.userId, event.data.since);
      return state;
    case 'MemberUnbanned.v1':
      state.bans.delete(event.data.userId);
      return state;
    case 'MemberLeft.v1':
      state.holders.delete(event.data.userId);
      state.bans.delete(event.data.userId);
      state.bannedSince.delete(event.data.userId);
      state.erasedMembers.set(event.data.userId, event.data.texts);
      return state;
    case 'ApiKeyCreated.v1':
    case 'ApiKeyRevoked.v1':
      return state;
    default:
      evolveRole(state, event);
      return state;
  }
}

function evolveRole(state: StaffState, event: StaffEvent & { data: { roleId: number } }): void {
  const { roleId } = event.data;
  if (event.type === 'RoleCreated.v1') {
    const { name, displayName, description, color } = event.data;
    state.roles.set(roleId, { roleId, name, displayName, description, color, keys: memberKeys, deleted: false });
    return;
  }
  const role = state.roles.get(roleId);
  if (!role) return;
  const change = (fields: Partial<Role>) => state.roles.set(roleId, { ...role, ...fields });
  switch (event.type) {
    case 'RoleChanged.v1': {
      const { name, displayName, description, color } = event.data;
      change({ name, displayName, description, color });
      break;
    }
    case 'RoleDeleted.v1':
      for (const userId of event.data.holders) state.holders.delete(userId);
      change({ deleted: true });
      break;
    case 'RoleRestored.v1':
      for (const userId of event.data.holders) state.holders.set(userId, roleId);
      change({ deleted: false });
      break;
    case 'RoleKeyGiven.v1':
      change({ keys: new Set([...role.keys, event.data.key]) });
      break;
    case 'RoleKeyTaken.v1':
      change({ keys: new Set([...role.keys].filter((key) => key !== event.data.key)) });
      break;
  }
}

function assignRole(state: StaffState, userId: number, roleId: number): void {
  if (roleId === memberRole.id) state.holders.delete(userId);
  else state.holders.set(userId, roleId);
}

export const memberKeys: ReadonlySet<PermissionKey> = new Set(memberRole.keys);
const adminKeys: ReadonlySet<PermissionKey> = new Set(adminRole.keys);

export function findRole(state: Readonly<StaffState>, roleId: number): Role | null {
  if (roleId === adminRole.id) return { ...buildDefaultNames(adminRole.name), roleId, keys: adminKeys, deleted: false };
  if (roleId === memberRole.id)
    return { ...buildDefaultNames(memberRole.name), roleId, keys: memberKeys, deleted: false };
  const role = state.roles.get(roleId);
  return role && !role.deleted ? role : null;
}

const buildDefaultNames = (name: string): RoleNames => ({ name, displayName: name, description: '' });

export function listRoles(state: Readonly<StaffState>): Role[] {
  return [adminRole.id, memberRole.id, ...state.roles.keys()].flatMap((roleId) => findRole(state, roleId) ?? []);
}

export function listHolders(state: Readonly<StaffState>, roleId: number): number[] {
  return [...state.holders].filter(([, heldRoleId]) => heldRoleId === roleId).map(([userId]) => userId);
}

export function findRoleName(state: Readonly<StaffState>, roleId: number): string | null {
  return roleId === memberRole.id ? null : (findRole(state, roleId)?.displayName ?? null);
}

/** Does not check bans because a banned member has no session. */
export function resolveActor(state: Readonly<StaffState>, userId: number): Actor {
  return state.apiKeys.has(userId) ? resolveProgram(state, userId) : resolveMember(state, userId);
}

/** If a key's role was deleted, its program has a Member's permissions, like the role's former holders. */
function resolveProgram(state: Readonly<StaffState>, keyId: number): Actor {
  const key = state.apiKeys.get(keyId);
  if (!key || key.ended) return guest;
  const { roleId, keys } = findRole(state, key.roleId) ?? { roleId: memberRole.id, keys: memberKeys };
  return { userId: keyId, roleId, keys, isProgram: true };
}

function resolveMember(state: Readonly<StaffState>, userId: number): Actor {
  const roleId = state.holders.get(userId) ?? memberRole.id;
  return { userId, roleId, keys: roleId === adminRole.id ? adminKeys : (state.roles.get(roleId)?.keys ?? memberKeys) };
}

export const pickBanFields = ({ reason, until, siteOnly }: MemberBan): MemberBan => ({
  reason,
  until,
  ...(siteOnly && { siteOnly }),
});

/** Returns the ban in force at `now` (in ISO 8601), or null. */
export function findActiveBan(state: Readonly<StaffState>, userId: number, now: string): MemberBan | null {
  const ban = state.bans.get(userId);
  return ban && (ban.until === null || ban.until > now) ? ban : null;
}

export function hasAdmin(state: Readonly<StaffState>): boolean {
  return [...state.holders.values()].includes(adminRole.id);
}
