import { uuidPattern } from '@guildhall/domain/games/identity.js';
import type { GameServer } from '@guildhall/domain/games/state.js';
import { refusals } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { GameReportResult, GameReports } from '../games/ledger/game-reports.js';
import type { GameReport } from '../games/ledger/reported-changes.js';
import type { Policy } from '../policy/policy.js';
import type { GameAccount } from '../vault/games/game-accounts.js';
import type { Vault } from '../vault/vault.js';
import { getGroupId } from './groups.js';
import {
  checkBody,
  NamelessError,
  createPlayerRecord,
  type NamelessCall,
  type NamelessResponse,
} from './nameless-call.js';
import { toReportedPlayer, type LinkedMember } from './users.js';

interface Dependencies {
  gameAccounts: GameAccounts;
  gameReports: GameReports;
  policy: Policy;
  vault: Pick<Vault, 'saveReportedRanks'>;
}

type Change = Pick<GameReport, 'kind' | 'rank'>;

const maxGroups = 500;

const groupUpdate = z.object({
  player_groups: createPlayerRecord(z.object({ groups: z.array(z.string().max(200)).max(maxGroups) })),
});

/**
 * The plugin sends all of a player's groups when one changes, and when the player joins. Only the differences from its
 * last report about the player were made on this server. Everything else may be older than changes on other servers or
 * on the site. It is ignored, so that no rank flaps.
 */
export async function recordGroups(services: Dependencies, call: NamelessCall): Promise<NamelessResponse> {
  const { server } = call;
  const groups = Object.entries(checkBody(groupUpdate, call).player_groups).filter(([uuid]) => uuidPattern.test(uuid));
  for (const [uuid, { groups: groupNames }] of groups) {
    const account = await services.gameAccounts.find(toReportedPlayer(uuid), server.serverId);
    if (account) await recordRanks(services, call, account, findMappedRanks(server, groupNames));
  }
  return { message: 'ok', log: [] };
}

/** Ignores groups without a role on the site. */
function findMappedRanks({ ranks }: GameServer, groups: readonly string[]): string[] {
  const listedGroups = new Set(groups.map((group) => group.toLowerCase()));
  return ranks.map(({ rank }) => rank).filter((rank) => listedGroups.has(rank.toLowerCase()));
}

async function recordRanks(
  services: Dependencies,
  call: NamelessCall,
  { id: accountId, reportedRanks }: GameAccount,
  ranks: readonly string[],
): Promise<void> {
  const { serverId, ranks: mappedRanks } = call.server;
  const last = reportedRanks?.[serverId];
  const removedRanks = mappedRanks.filter(({ rank }) => last?.includes(rank) && !ranks.includes(rank));
  const addedRanks = ranks.filter((rank) => !last?.includes(rank));
  const changes = [
    ...removedRanks.map(({ rank }) => ({ kind: 'rank.remove', rank }) as const),
    ...addedRanks.map((rank) => ({ kind: 'rank.add', rank }) as const),
  ];
  // A report that is retried after an interruption finds nothing left to change.
  if (changes.length > 0) await report(services, call, accountId, changes);
  if (changes.length > 0 || !last) await services.vault.saveReportedRanks(accountId, serverId, ranks);
}

async function report(
  { gameReports }: Dependencies,
  { server, at, correlationId }: NamelessCall,
  accountId: number,
  changes: readonly Change[],
): Promise<GameReportResult[]> {
  const results: GameReportResult[] = [];
  for (const change of changes) {
    const full: GameReport = { id: null, accountId, at, allowsLowerRanks: true, ...change };
    results.push(await gameReports.report(server, full, correlationId));
  }
  return results;
}

/** @throws NamelessError nameless:unknown_error if one was refused */
async function reportOrThrow(...parameters: Parameters<typeof report>): Promise<void> {
  const refusedResult = (await report(...parameters)).find(({ result }) => result === 'refused');
  if (refusedResult)
    throw new NamelessError('nameless:unknown_error', refusedResult.code && refusals[refusedResult.code][1]);
}

/** Clients report neither the reason nor the expiry of a ban. */
export async function banMember(
  services: Dependencies,
  { account }: LinkedMember,
  call: NamelessCall,
): Promise<NamelessResponse> {
  await reportOrThrow(services, call, account.id, [{ kind: 'ban' }]);
  return {};
}

const groupChange = z.object({ groups: z.array(z.int()).min(1).max(maxGroups) });

/** Assigns or removes the roles that are ranks on the game server. */
export async function changeGroups(
  services: Dependencies,
  { account }: LinkedMember,
  call: NamelessCall,
  kind: 'rank.add' | 'rank.remove',
): Promise<NamelessResponse> {
  const changes = checkBody(groupChange, call).groups.map((id): Change => {
    const mappedRank = call.server.ranks.find(({ roleId }) => getGroupId(services.policy.staff, roleId) === id);
    if (!mappedRank) throw new NamelessError('nameless:invalid_post_contents', `group ${id} is no rank`);
    return { kind, rank: mappedRank.rank };
  });
  await reportOrThrow(services, call, account.id, changes);
  return { message: 'ok' };
}
