import { can, type Actor, type PlaceEntries } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { requireMayManage } from '../staff/rank.js';
import type { GamesEvent } from './events.js';
import type { GamesState } from './state.js';

export type LinkCommand =
  /** The member must have proved that the account is theirs. `isRestore` means that it was linked to them before. */
  | { type: 'LinkAccount'; accountId: number; userId: number; serverId: number | null; isRestore?: true }
  /** If `userId` is set, unlinks the account only from this member. */
  | { type: 'UnlinkAccount'; accountId: number; userId?: number };

export interface LinkContext {
  actor: Actor | null;
  places: readonly PlaceEntries[];
  /** Returns the member's own rights, since the member may be staff. */
  resolveMemberActor: (userId: number) => Actor;
  isMember: (userId: number) => boolean;
  maxLinkedAccounts: number;
}

export function decideLink(command: LinkCommand, state: Readonly<GamesState>, context: LinkContext): GamesEvent[] {
  const { accountId } = command;
  const linkedTo = state.memberOfAccount.get(accountId);
  if (command.type === 'UnlinkAccount') {
    if (linkedTo === undefined || (command.userId ?? linkedTo) !== linkedTo) throw new Refusal('not-found');
    requireOwnOrStaff(linkedTo, context);
    return [{ type: 'GameAccountUnlinked.v1', data: { accountId, userId: linkedTo } }];
  }
  const { userId, serverId, isRestore } = command;
  requireOwnOrStaff(userId, context);
  if (!context.isMember(userId)) throw new Refusal('not-found');
  if (linkedTo === userId) return [];
  if (linkedTo !== undefined) throw new Refusal('already-linked');
  const accounts = state.accountsOfMember.get(userId) ?? [];
  if (!isRestore && accounts.length >= context.maxLinkedAccounts) throw new Refusal('game-accounts-full');
  return [{ type: 'GameAccountLinked.v1', data: { accountId, userId, serverId } }];
}

/** @throws Refusal not-found if the actor lacks the permission, forbidden if the member ranks too high */
function requireOwnOrStaff(userId: number, { actor, places, resolveMemberActor }: LinkContext): void {
  if (!actor || actor.userId === userId) return;
  if (!can(actor, 'ban')) throw new Refusal('not-found');
  requireMayManage(actor, resolveMemberActor(userId), places);
}
