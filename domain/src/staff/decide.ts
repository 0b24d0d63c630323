import type { Decider } from '../decider.js';
import { can, type Actor, type PlaceEntries, type SiteAction } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole, permissionKeys, type PermissionKey } from '../roles.js';
import type { Ban, RoleNames, StaffEvent } from './events.js';
import { refuseUnlessAbove } from './rank.js';
import {
  actorOf,
  adminExists,
  banOf,
  emptyStaff,
  evolveStaff,
  holdersOf,
  memberKeys,
  roleIn,
  type Role,
  type StaffState,
} from './state.js';

export type StaffCommand =
  /** The installation's first Admin: does nothing if one exists. */
  | { type: 'ClaimAdmin'; userId: number }
  | { type: 'Leave'; userId: number; texts: boolean }
  | ({ type: 'CreateRole'; roleId: number } & RoleNames)
  | ({ type: 'ChangeRole'; roleId: number } & RoleNames)
  | { type: 'DeleteRole'; roleId: number }
  | { type: 'RestoreRole'; roleId: number; holders: number[] }
  | { type: 'GiveKey'; roleId: number; key: string }
  | { type: 'TakeKey'; roleId: number; key: string }
  /** `userId` has an account: the vault and the user's stream record that, not the staff. */
  /** `isRestore`: the member held the role before and gets it back. */
  | { type: 'GiveRole'; userId: number; roleId: number; isRestore?: true }
  /** `isRestore`: the ban existed before; if its end has passed since, it is not imposed again. */
  | ({ type: 'Ban'; userId: number; isRestore?: true } & Ban)
  | { type: 'Unban'; userId: number };

/** `actor: null` is the installation itself. `now`: ISO 8601 in UTC. */
export interface StaffContext {
  actor: Actor | null;
  now: string;
  /** The entries of every place, for what each role may do there. */
  places: readonly PlaceEntries[];
}

export const staff: Decider<StaffState, StaffCommand, StaffEvent, StaffContext> = {
  initial: emptyStaff,
  evolve: evolveStaff,
  decide(command, state, context) {
    switch (command.type) {
      case 'ClaimAdmin':
        return claim(command.userId, state);
      case 'Leave':
        return leave(command, state, context);
      case 'GiveRole':
        return giveRole(command, state, context);
      case 'Ban':
      case 'Unban':
        return ban(command, state, context);
      default:
        return changeRole(command, state, context);
    }
  },
};

function claim(userId: number, state: Readonly<StaffState>): StaffEvent[] {
  if (state.erasedMembers.has(userId)) throw new Refusal('not-found');
  if (adminExists(state)) return [];
  const before = state.holders.get(userId) ?? memberRole.id;
  return [{ type: 'RoleGiven.v1', data: { userId, roleId: adminRole.id, before } }];
}

type Command<T extends StaffCommand['type']> = Extract<StaffCommand, { type: T }>;

/** By the member, or by someone who holds more keys. */
function leave({ userId, texts }: Command<'Leave'>, state: Readonly<StaffState>, context: StaffContext): StaffEvent[] {
  if (context.actor?.userId !== userId) refuseUnlessMay(context, 'erase', actorOf(state, userId));
  if (state.erasedMembers.has(userId)) return [];
  const roleId = state.holders.get(userId) ?? memberRole.id;
  if (roleId === adminRole.id) throw new Refusal('admin-not-erasable');
  return [{ type: 'MemberLeft.v1', data: { userId, roleId, texts } }];
}

function giveRole(
  { userId, roleId, isRestore }: Command<'GiveRole'>,
  state: Readonly<StaffState>,
  context: StaffContext,
): StaffEvent[] {
  refuseUnlessMay(context, 'manage-roles', actorOf(state, userId));
  if (state.erasedMembers.has(userId)) throw new Refusal('not-found');
  const role = roleIn(state, roleId);
  if (!role) throw new Refusal('role-unknown', 'role');
  const before = state.holders.get(userId) ?? memberRole.id;
  refuseUnlessAbove(context.actor, role, context.places);
  if (before === roleId) return [];
  const harmless = roleId === memberRole.id || (isRestore && roleId !== adminRole.id);
  if (!harmless && banOf(state, userId, context.now)) throw new Refusal('banned-gets-no-role');
  if (before === adminRole.id && holdersOf(state, adminRole.id).length === 1) throw new Refusal('last-admin');
  return [{ type: 'RoleGiven.v1', data: { userId, roleId, before } }];
}

function ban(command: Command<'Ban' | 'Unban'>, state: Readonly<StaffState>, context: StaffContext): StaffEvent[] {
  const { userId } = command;
  const { actor, now } = context;
  refuseUnlessMay(context, 'ban', actorOf(state, userId));
  if (state.erasedMembers.has(userId)) throw new Refusal('not-found');
  if (actor?.userId === userId) throw new Refusal('ban-yourself');
  const before = banOf(state, userId, now);
  const over = command.type === 'Ban' && command.isRestore && command.until !== null && command.until <= now;
  if (command.type === 'Unban' || over) return before ? [{ type: 'MemberUnbanned.v1', data: { userId, before } }] : [];
  if (state.holders.get(userId) === adminRole.id) throw new Refusal('admin-not-bannable');
  const { reason, until } = command;
  if (until !== null && until <= now) throw new Refusal('ban-end-past', 'until');
  if (before?.reason === reason && before.until === until) return [];
  return [{ type: 'MemberBanned.v1', data: { userId, reason, until, before, since: now } }];
}

/**
 * A role is created and changed by someone who holds all keys that its holders have before and after; no one changes
 * Admin and Member.
 */
function changeRole(
  command: Command<'CreateRole' | 'ChangeRole' | 'DeleteRole' | 'RestoreRole' | 'GiveKey' | 'TakeKey'>,
  state: Readonly<StaffState>,
  { actor, places }: StaffContext,
): StaffEvent[] {
  if (actor && !can(actor, 'manage-roles')) throw new Refusal('not-found');
  const { roleId } = command;
  if (command.type === 'CreateRole') {
    checkName(command, state);
    if (state.roles.has(roleId)) throw new Refusal('id-in-use');
    return [{ type: 'RoleCreated.v1', data: { roleId, ...namesOf(command) } }];
  }
  if (roleId === adminRole.id || roleId === memberRole.id) throw new Refusal('role-fixed');
  const role = state.roles.get(roleId);
  if (!role || (role.deleted && command.type !== 'RestoreRole')) throw new Refusal('not-found');
  refuseUnlessAbove(actor, role, places);
  switch (command.type) {
    case 'ChangeRole':
      checkName(command, state);
      return sameNames(role, command)
        ? []
        : [{ type: 'RoleChanged.v1', data: { roleId, ...namesOf(command), before: namesOf(role) } }];
    case 'DeleteRole':
      // An entry of the role that narrows is removed with it: its holders then are Members.
      refuseUnlessAbove(actor, { roleId: memberRole.id, keys: memberKeys }, places);
      return [{ type: 'RoleDeleted.v1', data: { roleId, holders: holdersOf(state, roleId) } }];
    case 'RestoreRole':
      return restoreRole(command, role, state);
    case 'GiveKey':
    case 'TakeKey':
      return changeKey(command, role, actor);
  }
}

/**
 * A member who holds another role by now, or has left, does not get it back. A ban takes no role, so it does not
 * prevent a restore.
 */
function restoreRole(
  { roleId, holders }: Command<'RestoreRole'>,
  role: Role,
  state: Readonly<StaffState>,
): StaffEvent[] {
  if (!role.deleted) return [];
  checkName(role, state);
  const free = (userId: number) => !state.holders.has(userId) && !state.erasedMembers.has(userId);
  return [{ type: 'RoleRestored.v1', data: { roleId, holders: holders.filter(free) } }];
}

/** Member's keys belong to every role and are neither given nor taken. */
function changeKey({ type, key }: Command<'GiveKey' | 'TakeKey'>, role: Role, actor: Actor | null): StaffEvent[] {
  if (!isKey(key)) throw new Refusal('permission-unknown', 'permission');
  if (actor && !actor.keys.has(key)) throw new Refusal('forbidden', 'permission');
  if (memberKeys.has(key) || role.keys.has(key) === (type === 'GiveKey')) return [];
  const data = { roleId: role.roleId, key };
  return [type === 'GiveKey' ? { type: 'RoleKeyGiven.v1', data } : { type: 'RoleKeyTaken.v1', data }];
}

const isKey = (key: string): key is PermissionKey => (permissionKeys as readonly string[]).includes(key);

/** Names are unique among the existing roles, ignoring case. */
function checkName({ roleId, name }: RoleNames & { roleId: number }, state: Readonly<StaffState>): void {
  const fold = name.toLowerCase();
  if ([adminRole.name, memberRole.name].some((fixed) => fixed.toLowerCase() === fold)) {
    throw new Refusal('role-default', 'name');
  }
  const others = [...state.roles.values()].filter((role) => !role.deleted && role.roleId !== roleId);
  if (others.some((role) => role.name.toLowerCase() === fold)) throw new Refusal('role-name-taken', 'name');
}

const namesOf = ({ name, displayName, description, color }: RoleNames): RoleNames => ({
  ...{ name, displayName, description },
  ...(color !== undefined && { color }),
});

const sameNames = (a: RoleNames, b: RoleNames): boolean =>
  a.name === b.name && a.displayName === b.displayName && a.description === b.description && a.color === b.color;

/**
 * A Member ranks below everyone in the staff, even where a role of the staff is narrowed in some place.
 * @throws Refusal not-found for an actor without the permission, forbidden where the target ranks too high
 */
function refuseUnlessMay({ actor, places }: StaffContext, action: SiteAction, target: Actor): void {
  if (actor && !can(actor, action)) throw new Refusal('not-found');
  refuseUnlessAbove(actor, target, target.roleId === memberRole.id ? [] : places);
}
