import type { Actor } from '../permissions.js';
import { adminRole, memberRole } from '../roles.js';
import type { Ban } from '../staff/events.js';
import { findRole, memberKeys, type StaffState } from '../staff/state.js';
import type { GamesEvent, GameServerFields } from './events.js';

export interface GameServer extends GameServerFields {
  serverId: number;
  version: number;
  /** A removed server still has a name, because it was the actor of events. */
  removed: boolean;
}

export interface GamesState {
  servers: Map<number, GameServer>;
  memberOfAccount: Map<number, number>;
  accountsOfMember: Map<number, readonly number[]>;
  /** Includes those that are no longer linked, which an erasure must find. */
  everLinkedTo: Map<number, ReadonlySet<number>>;
  /** Counts the members who have ever linked an account, for clients with ids of 32 bits. */
  memberNumbers: Map<number, number>;
  /** By account, in the order of the bans. Includes expired bans because the state has no clock. */
  bans: Map<number, Ban>;
}

export const createGamesState = (): GamesState => ({
  servers: new Map(),
  memberOfAccount: new Map(),
  accountsOfMember: new Map(),
  everLinkedTo: new Map(),
  memberNumbers: new Map(),
  bans: new Map(),
});

export function evolveGames(state: GamesState, event: GamesEvent): GamesState {
  switch (event.type) {
    case 'GameServerCreated.v1':
    case 'GameServerChanged.v1':
      setServer(state, event.data.serverId, pickServerFields(event.data), false);
      break;
    case 'GameServerRemoved.v1':
      setServer(state, event.data.serverId, event.data.before, true);
      break;
    case 'GameAccountLinked.v1':
      link(state, event.data);
      break;
    case 'GameAccountUnlinked.v1':
      unlink(state, event.data.accountId);
      break;
    case 'PlayerBanned.v1':
      state.bans.delete(event.data.accountId);
      state.bans.set(event.data.accountId, { reason: event.data.reason, until: event.data.until });
      break;
    case 'PlayerUnbanned.v1':
      state.bans.delete(event.data.accountId);
      break;
  }
  return state;
}

function setServer(state: GamesState, serverId: number, fields: GameServerFields, isRemoved: boolean): void {
  const version = (state.servers.get(serverId)?.version ?? 0) + 1;
  state.servers.set(serverId, { serverId, ...fields, version, removed: isRemoved });
}

function link(state: GamesState, { accountId, userId }: { accountId: number; userId: number }): void {
  unlink(state, accountId);
  state.memberOfAccount.set(accountId, userId);
  state.everLinkedTo.set(userId, new Set([...(state.everLinkedTo.get(userId) ?? []), accountId]));
  if (!state.memberNumbers.has(userId)) state.memberNumbers.set(userId, state.memberNumbers.size + 1);
  state.accountsOfMember.set(userId, [...(state.accountsOfMember.get(userId) ?? []), accountId]);
}

function unlink(state: GamesState, accountId: number): void {
  const userId = state.memberOfAccount.get(accountId);
  if (userId === undefined) return;
  state.memberOfAccount.delete(accountId);
  const others = (state.accountsOfMember.get(userId) ?? []).filter((id) => id !== accountId);
  if (others.length > 0) state.accountsOfMember.set(userId, others);
  else state.accountsOfMember.delete(userId);
}

export function pickServerFields(server: GameServerFields): GameServerFields {
  const { name, mode, address, edition, ranks, templates, conflicts, highestRoleId, bansOnSite } = server;
  return { name, mode, address, edition, ranks, templates, conflicts, highestRoleId, bansOnSite };
}

export function findGameServer({ servers }: Readonly<GamesState>, serverId: number): GameServer | null {
  const server = servers.get(serverId);
  return server && !server.removed ? server : null;
}

export const listGameServers = ({ servers }: Readonly<GamesState>): GameServer[] =>
  [...servers.values()].filter(({ removed }) => !removed);

/** No member can have this name because usernames contain no spaces. */
export const formatGameServerName = ({ name }: Pick<GameServerFields, 'name'>): string => `Game server ${name}`;

/** Returns the ban in force at `now` (in ISO 8601), or null. */
export function findActivePlayerBan({ bans }: Readonly<GamesState>, accountId: number, now: string): Ban | null {
  const ban = bans.get(accountId);
  return ban && (ban.until === null || ban.until > now) ? ban : null;
}

/**
 * A game server has no permissions of its own: `limit` alone decides whom it can ban and which roles it can assign. If
 * its highest role was deleted, the limit is Member.
 */
export function resolveGameServerActor(server: GameServer, staff: Readonly<StaffState>): Actor {
  const { serverId, highestRoleId, removed } = server;
  const role = highestRoleId === adminRole.id ? null : findRole(staff, highestRoleId);
  const limit = { roleId: role?.roleId ?? memberRole.id, keys: role?.keys ?? memberKeys };
  const actor = { userId: serverId, roleId: memberRole.id, keys: new Set<never>(), isProgram: true } as const;
  return removed ? actor : { ...actor, limit };
}

/** Returns the accounts to erase with a member: those linked now or formerly, unless another member has linked them since. */
export const listAccountsToErase = (
  { everLinkedTo, memberOfAccount }: Readonly<GamesState>,
  userId: number,
): number[] => [...(everLinkedTo.get(userId) ?? [])].filter((id) => (memberOfAccount.get(id) ?? userId) === userId);
