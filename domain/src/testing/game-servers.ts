import { resolveGameServerActor, createGamesState, evolveGames } from '../games/state.js';
import type { GamesEvent, GameServerFields } from '../games/events.js';
import type { Actor } from '../permissions.js';
import { memberRole } from '../roles.js';
import { resolveActor, type StaffState } from '../staff/state.js';
import { samples } from './samples.js';
import { now } from './staff-events.js';

export const serverId = 90;

export const buildServerFields = (change: Partial<GameServerFields> = {}): GameServerFields => ({
  ...samples['GameServerChanged.v1'].before,
  highestRoleId: memberRole.id,
  ...change,
});

export const buildServerCreated = (change: Partial<GameServerFields> = {}, id = serverId): GamesEvent => ({
  type: 'GameServerCreated.v1',
  data: { serverId: id, ...buildServerFields(change) },
});

export const buildAccountLinked = (accountId: number, userId: number): GamesEvent => ({
  type: 'GameAccountLinked.v1',
  data: { accountId, userId, serverId },
});

export const buildGameContext = (actor: Actor | null, staff: Readonly<StaffState>) => ({
  actor,
  now,
  places: [],
  resolveMemberActor: (userId: number) => resolveActor(staff, userId),
  isRole: (roleId: number) => roleId === 1 || roleId === 2 || staff.roles.has(roleId),
  isMember: (userId: number) => userId !== 404,
  maxLinkedAccounts: 2,
});

export function buildGameServerActor(staff: Readonly<StaffState>, change: Partial<GameServerFields> = {}): Actor {
  const server = evolveGames(createGamesState(), buildServerCreated(change)).servers.get(serverId);
  if (!server) throw new Error('The game server was not created');
  return resolveGameServerActor(server, staff);
}
