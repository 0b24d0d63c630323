import type { Decider } from '../decider.js';
import { can } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { isSameJson } from '../same-json.js';
import type { Ban } from '../staff/events.js';
import { requireMayManage, shieldStaff } from '../staff/rank.js';
import { decideLink, type LinkCommand, type LinkContext } from './decide-links.js';
import { decideGameServer, type GameServerCommand, type GameServerContext } from './decide-servers.js';
import type { GamesEvent } from './events.js';
import { createGamesState, evolveGames, findActivePlayerBan, type GamesState } from './state.js';

export type GamesCommand =
  | GameServerCommand
  | LinkCommand
  /** `isRestore` means that the ban existed before. It is not imposed again if it has expired. */
  | ({ type: 'BanPlayer'; accountId: number; isRestore?: true } & Ban)
  | { type: 'UnbanPlayer'; accountId: number };

/** `actor` is null for the installation. `now` is in ISO 8601 and UTC. */
export interface GamesContext extends GameServerContext, LinkContext {
  now: string;
}

export const games: Decider<GamesState, GamesCommand, GamesEvent, GamesContext> = {
  initial: createGamesState,
  evolve: evolveGames,
  decide(command, state, context) {
    switch (command.type) {
      case 'BanPlayer':
      case 'UnbanPlayer':
        return banPlayer(command, state, context);
      case 'LinkAccount':
      case 'UnlinkAccount':
        return decideLink(command, state, context);
      default:
        return decideGameServer(command, state, context);
    }
  },
};

function banPlayer(
  command: Extract<GamesCommand, { type: 'BanPlayer' | 'UnbanPlayer' }>,
  state: Readonly<GamesState>,
  context: GamesContext,
): GamesEvent[] {
  const { accountId } = command;
  const { now } = context;
  requireMayBan(state, accountId, context);
  const previousBan = findActivePlayerBan(state, accountId, now);
  const isExpired = command.type === 'BanPlayer' && command.isRestore && command.until !== null && command.until <= now;
  if (command.type === 'UnbanPlayer' || isExpired)
    return previousBan ? [{ type: 'PlayerUnbanned.v1', data: { accountId, before: previousBan } }] : [];
  const { reason, until } = command;
  if (until !== null && until <= now) throw new Refusal('ban-end-past', 'until');
  if (previousBan && isSameJson(previousBan, { reason, until })) return [];
  return [{ type: 'PlayerBanned.v1', data: { accountId, reason, until, before: previousBan, since: now } }];
}

/** @throws Refusal not-found if the actor lacks the permission, forbidden if the linked member ranks too high */
function requireMayBan(
  { memberOfAccount }: Readonly<GamesState>,
  accountId: number,
  { actor, places, resolveMemberActor }: GamesContext,
): void {
  if (actor && !actor.limit && !can(actor, 'ban')) throw new Refusal('not-found');
  const userId = memberOfAccount.get(accountId);
  if (userId === undefined) return;
  requireMayManage(actor, resolveMemberActor(userId), places);
  shieldStaff(actor, resolveMemberActor(userId));
}
