import { foldName } from '../account/names.js';
import { can, type Actor, type PlaceEntries } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole, permissionKeys, type PermissionKey } from '../roles.js';
import { isSameJson } from '../same-json.js';
import type { RoleNames, StaffEvent } from './events.js';
import { requireMayManage } from './rank.js';
import { listHolders, memberKeys, type Role, type StaffState } from './state.js';

export type RoleCommand =
  | ({ type: 'CreateRole'; roleId: number } & RoleNames)
  /** `keys` contains only the keys to grant or revoke. */
  | ({ type: 'ChangeRole'; roleId: number; keys?: Readonly<Partial<Record<PermissionKey, boolean>>> } & RoleNames)
  | { type: 'DeleteRole'; roleId: number }
  | { type: 'RestoreRole'; roleId: number; holders: number[] }
  | { type: 'GiveKey'; roleId: number; key: string }
  | { type: 'TakeKey'; roleId: number; key: string };

type Command<T extends RoleCommand['type']> = Extract<RoleCommand, { type: T }>;

/** The actor needs all keys of the role, before and after the change. Admin and Member cannot be changed. */
export function decideRole(
  command: RoleCommand,
  state: Readonly<StaffState>,
  { actor, places }: { actor: Actor | null; places: readonly PlaceEntries[] },
): StaffEvent[] {
  if (actor && !can(actor, 'manage-roles')) throw new Refusal('not-found');
  const { roleId } = command;
  if (command.type === 'CreateRole') {
    checkName(command, state);
    if (state.roles.has(roleId)) throw new Refusal('id-in-use');
    return [{ type: 'RoleCreated.v1', data: { roleId, ...pickNames(command) } }];
  }
  if (roleId === adminRole.id || roleId === memberRole.id) throw new Refusal('role-fixed');
  const role = state.roles.get(roleId);
  if (!role || (role.deleted && command.type !== 'RestoreRole')) throw new Refusal('not-found');
  requireMayManage(actor, role, places);
  switch (command.type) {
    case 'ChangeRole':
      checkName(command, state);
      return [...rename(command, role), ...changeKeys(command, role, actor)];
    case 'DeleteRole':
      requireMayManage(actor, { roleId: memberRole.id, keys: memberKeys }, places);
      return [{ type: 'RoleDeleted.v1', data: { roleId, holders: listHolders(state, roleId) } }];
    case 'RestoreRole':
      return restoreRole(command, role, state);
    case 'GiveKey':
    case 'TakeKey':
      return changeKey(command, role, actor);
  }
}

/** Gives the role back to its former holders, except those who have since received another role or left. */
function restoreRole(
  { roleId, holders }: Command<'RestoreRole'>,
  role: Role,
  state: Readonly<StaffState>,
): StaffEvent[] {
  if (!role.deleted) return [];
  checkName(role, state);
  const canReceive = (userId: number) => !state.holders.has(userId) && !state.erasedMembers.has(userId);
  return [{ type: 'RoleRestored.v1', data: { roleId, holders: holders.filter(canReceive) } }];
}

function rename(command: Command<'ChangeRole'>, role: Role): StaffEvent[] {
  const [names, previousNames] = [pickNames(command), pickNames(role)];
  if (isSameJson(previousNames, names)) return [];
  return [{ type: 'RoleChanged.v1', data: { roleId: role.roleId, ...names, before: previousNames } }];
}

function changeKeys({ keys = {} }: Command<'ChangeRole'>, role: Role, actor: Actor | null): StaffEvent[] {
  const { roleId } = role;
  return Object.entries(keys).flatMap(([key, on]) =>
    changeKey({ type: on ? 'GiveKey' : 'TakeKey', roleId, key }, role, actor),
  );
}

function changeKey({ type, key }: Command<'GiveKey' | 'TakeKey'>, role: Role, actor: Actor | null): StaffEvent[] {
  if (!isKey(key)) throw new Refusal('permission-unknown', 'permission');
  if (actor && !actor.keys.has(key)) throw new Refusal('forbidden', 'permission');
  if (memberKeys.has(key) && type === 'TakeKey') throw new Refusal('role-includes', 'permission');
  if (memberKeys.has(key) || role.keys.has(key) === (type === 'GiveKey')) return [];
  const data = { roleId: role.roleId, key };
  return [type === 'GiveKey' ? { type: 'RoleKeyGiven.v1', data } : { type: 'RoleKeyTaken.v1', data }];
}

const isKey = (key: string): key is PermissionKey => (permissionKeys as readonly string[]).includes(key);

function checkName({ roleId, name, displayName }: RoleNames & { roleId: number }, state: Readonly<StaffState>): void {
  const reservedNames = [adminRole.name, memberRole.name].map(foldVisibleName);
  if (reservedNames.includes(foldVisibleName(name))) throw new Refusal('role-default', 'name');
  if (reservedNames.includes(foldVisibleName(displayName))) throw new Refusal('role-default', 'display_name');
  const otherRoles = [...state.roles.values()].filter((role) => !role.deleted && role.roleId !== roleId);
  if (otherRoles.some((role) => foldVisibleName(role.name) === foldVisibleName(name)))
    throw new Refusal('role-name-taken', 'name');
}

const foldVisibleName = (name: string): string =>
  foldName(name.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''));

const pickNames = ({ name, displayName, description, color }: RoleNames): RoleNames => ({
  name,
  displayName,
  description,
  ...(color !== undefined && { color }),
});
