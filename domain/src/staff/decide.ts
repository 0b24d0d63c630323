import type { Decider } from '../decider.js';
import { can, type Actor, type PlaceEntries, type SiteAction } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole } from '../roles.js';
import { isSameJson } from '../same-json.js';
import { decideApiKey, type ApiKeyCommand } from './decide-keys.js';
import { decideRole, type RoleCommand } from './decide-roles.js';
import type { MemberBan, StaffEvent } from './events.js';
import { requireMayManage, shieldStaff } from './rank.js';
import {
  resolveActor,
  hasAdmin,
  findActiveBan,
  createStaffState,
  evolveStaff,
  listHolders,
  findRole,
  pickBanFields,
  type StaffState,
} from './state.js';

export type StaffCommand =
  | { type: 'ClaimAdmin'; userId: number }
  | { type: 'Leave'; userId: number; texts: boolean }
  | RoleCommand
  | ApiKeyCommand
  /** `userId` must have an account. `isRestore` means that the member had the role before. */
  | { type: 'GiveRole'; userId: number; roleId: number; isRestore?: true }
  /** `isRestore` means that the ban existed before. If it has expired, it is not imposed again. */
  | ({ type: 'Ban'; userId: number; isRestore?: true } & MemberBan)
  | { type: 'Unban'; userId: number };

/** `actor` is null for the installation. `now` is in ISO 8601 and UTC. */
export interface StaffContext {
  actor: Actor | null;
  now: string;
  places: readonly PlaceEntries[];
  isGameServer: (serverId: number) => boolean;
}

export const staff: Decider<StaffState, StaffCommand, StaffEvent, StaffContext> = {
  initial: createStaffState,
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
      case 'CreateApiKey':
      case 'RevokeApiKey':
        return decideApiKey(command, state, context);
      default:
        return decideRole(command, state, context);
    }
  },
};

function claim(userId: number, state: Readonly<StaffState>): StaffEvent[] {
  if (state.erasedMembers.has(userId)) throw new Refusal('not-found');
  if (hasAdmin(state)) return [];
  const previousRoleId = state.holders.get(userId) ?? memberRole.id;
  return [{ type: 'RoleGiven.v1', data: { userId, roleId: adminRole.id, before: previousRoleId } }];
}

type Command<T extends StaffCommand['type']> = Extract<StaffCommand, { type: T }>;

/** Members may leave on their own. Otherwise, only staff who rank above a member may remove them. */
function leave({ userId, texts }: Command<'Leave'>, state: Readonly<StaffState>, context: StaffContext): StaffEvent[] {
  if (context.actor?.userId !== userId) requirePermission(context, 'erase', resolveActor(state, userId));
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
  requirePermission(context, 'manage-roles', resolveActor(state, userId));
  if (state.erasedMembers.has(userId)) throw new Refusal('not-found');
  const role = findRole(state, roleId);
  if (!role) throw new Refusal('role-unknown', 'role');
  const previousRoleId = state.holders.get(userId) ?? memberRole.id;
  requireMayManage(context.actor, role, context.places);
  if (previousRoleId === roleId) return [];
  const isAlwaysAllowed = roleId === memberRole.id || (isRestore && roleId !== adminRole.id);
  if (!isAlwaysAllowed && findActiveBan(state, userId, context.now)) throw new Refusal('banned-gets-no-role');
  if (previousRoleId === adminRole.id && listHolders(state, adminRole.id).length === 1) throw new Refusal('last-admin');
  return [{ type: 'RoleGiven.v1', data: { userId, roleId, before: previousRoleId } }];
}

function ban(command: Command<'Ban' | 'Unban'>, state: Readonly<StaffState>, context: StaffContext): StaffEvent[] {
  const { userId } = command;
  const { actor, now } = context;
  requirePermission(context, 'ban', resolveActor(state, userId));
  shieldStaff(actor, resolveActor(state, userId));
  if (state.erasedMembers.has(userId)) throw new Refusal('not-found');
  if (command.type === 'Ban' && actor?.userId === userId) throw new Refusal('ban-yourself', 'id');
  const previousBan = findActiveBan(state, userId, now);
  // Game servers neither change nor end a ban that is limited to the site.
  if (actor?.limit !== undefined && previousBan?.siteOnly) return [];
  const isExpired = command.type === 'Ban' && command.isRestore && command.until !== null && command.until <= now;
  if (command.type === 'Unban' || isExpired)
    return previousBan ? [{ type: 'MemberUnbanned.v1', data: { userId, before: previousBan } }] : [];
  if (state.holders.get(userId) === adminRole.id) throw new Refusal('admin-not-bannable');
  const fields = pickBanFields(command);
  if (fields.until !== null && fields.until <= now) throw new Refusal('ban-end-past', 'until');
  if (previousBan && isSameJson(previousBan, fields)) return [];
  return [{ type: 'MemberBanned.v1', data: { userId, ...fields, before: previousBan, since: now } }];
}

/** @throws Refusal not-found if the actor lacks the permission, forbidden if the target ranks too high */
function requirePermission({ actor, places }: StaffContext, action: SiteAction, target: Actor): void {
  const isPermitted = !actor || can(actor, action) || (actor.limit !== undefined && action !== 'erase');
  if (!isPermitted) throw new Refusal('not-found');
  requireMayManage(actor, target, target.roleId === memberRole.id ? [] : places);
}
