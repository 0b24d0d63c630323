import { randomBytes } from 'node:crypto';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { findActivePlayerBan, type GamesState } from '@guildhall/domain/games/state.js';
import {
  buildIdentityKey,
  toGameIdentity,
  toStoredName,
  type GameIdentity,
  type ReportedPlayer,
} from '@guildhall/domain/games/identity.js';
import type { Policy } from '../../policy/policy.js';
import type { SiteState } from '../../policy/site-state.js';
import type { Limits } from '../../request/rate-limits.js';
import { readPages } from '../../stores/pages.js';
import type { GameAccount } from '../../vault/games/game-accounts.js';
import type { Vault } from '../../vault/vault.js';

interface Dependencies {
  vault: Vault;
  policy: Policy;
  site: Pick<SiteState, 'settings'>;
  limits: Limits;
}

/** Writing the time on every report would be too expensive, so it is accurate only to an hour. */
const seenIntervalMs = 3_600_000;
const lifetimeMs = 365 * 86_400_000;
const batchSize = 500;
/** Several accounts can have the same name because players change their names. */
const maxNamesakes = 20;

/** The log contains only the ids of game accounts. */
export class GameAccounts {
  constructor(private readonly services: Dependencies) {}

  /** `now` is in ISO 8601. @throws RateLimitExceeded if the game server reports too many new players */
  async resolve(player: ReportedPlayer, serverId: number, now: string): Promise<number> {
    const [id = 0] = await this.resolveAll([player], serverId, now);
    return id;
  }

  /**
   * Returns the ids in the same order, and records the names and the time.
   * @throws RateLimitExceeded if the game server reports too many new players
   */
  async resolveAll(players: readonly ReportedPlayer[], serverId: number, now: string): Promise<number[]> {
    const { vault } = this.services;
    const identities = players.map((player) => toGameIdentity(player, serverId));
    const storedAccounts = new Map(
      (await vault.findGameAccountsWith(identities)).map((account) => [buildIdentityKey(account), account]),
    );
    const ids: number[] = [];
    for (const [at, { name: reportedName }] of players.entries()) {
      const identity = identities[at] as GameIdentity;
      const name = toStoredName(identity, reportedName);
      const account = storedAccounts.get(buildIdentityKey(identity)) ?? (await this.add(identity, name, serverId, now));
      storedAccounts.set(buildIdentityKey(identity), account);
      if (isOutdated(account, name, now)) await vault.seeGameAccount(account.id, name, now);
      ids.push(account.id);
    }
    return ids;
  }

  /** Returns null for a player whom no game server has reported yet. */
  async find(player: Omit<ReportedPlayer, 'name'>, serverId: number): Promise<GameAccount | null> {
    return (await this.services.vault.findGameAccountsWith([toGameIdentity(player, serverId)]))[0] ?? null;
  }

  /** Of several accounts with this name, returns the one that was seen last. Other servers' offline accounts are ignored. */
  async findNamed(name: string, serverId: number): Promise<GameAccount | null> {
    const foundAccounts = await this.services.vault.findGameAccountsNamed(name, maxNamesakes);
    return foundAccounts.find((account) => account.serverId === null || account.serverId === serverId) ?? null;
  }

  /** Ignores case. Returns the accounts in the order of their names. */
  findStartingWith(start: string, limit: number): Promise<GameAccount[]> {
    return this.services.vault.findGameAccountsStartingWith(start, limit);
  }

  /** Returns the accounts that are banned in the game at `now`, those that were banned last first. */
  async findBanned(limit: number, games: Readonly<GamesState>, now: string): Promise<GameAccount[]> {
    const ids = [...games.bans.keys()].filter((id) => findActivePlayerBan(games, id, now) !== null);
    const newestIds = ids.reverse().slice(0, limit);
    const accounts = await this.describe(newestIds);
    return newestIds.flatMap((id) => accounts.get(id) ?? []);
  }

  /** Whether another member's account may have this name too, for example because a game server reported a false one. */
  async isNameAmbiguous({ id, name }: GameAccount): Promise<boolean> {
    const foundAccounts = await this.services.vault.findGameAccountsNamed(name, maxNamesakes);
    const owners = foundAccounts.filter((other) => other.id !== id).map((other) => this.findMember(other.id));
    const owner = this.findMember(id);
    return foundAccounts.length === maxNamesakes || owners.some((other) => other !== null && other !== owner);
  }

  /** Omits accounts that were removed or erased. */
  async describe(ids: Iterable<number>): Promise<Map<number, GameAccount>> {
    const foundAccounts = await this.services.vault.findGameAccounts([...new Set(ids)]);
    return new Map(foundAccounts.map((account) => [account.id, account]));
  }

  /**
   * Returns null if the account is not linked. The links of erased members remain in the log. With `games`, returns the
   * member to whom the account was linked in that state, unless they have been erased since.
   */
  findMember(accountId: number, games: Readonly<GamesState> = this.services.policy.games): number | null {
    const { policy } = this.services;
    const userId = games.memberOfAccount.get(accountId);
    return userId === undefined || policy.isGone(userId) ? null : userId;
  }

  /** Omits members without accounts. With `games`, returns the links at a past time. */
  async findByMembers(
    userIds: readonly number[],
    games: Readonly<GamesState> = this.services.policy.games,
  ): Promise<Map<number, GameAccount[]>> {
    const members = userIds.filter((id) => !this.services.policy.isGone(id));
    const linkedIds = new Map(members.map((id) => [id, games.accountsOfMember.get(id) ?? []]));
    const accounts = await this.describe([...linkedIds.values()].flat());
    const accountsByMember = [...linkedIds].map(([userId, ids]): [number, GameAccount[]] => [
      userId,
      ids.flatMap((id) => accounts.get(id) ?? []),
    ]);
    return new Map(accountsByMember.filter(([, linkedAccounts]) => linkedAccounts.length > 0));
  }

  /** @throws Refusal game-accounts-full */
  requireFreeLink(userId: number): void {
    if (this.getAccountIds(userId).length >= this.services.site.settings.gameAccounts)
      throw new Refusal('game-accounts-full');
  }

  /** Returns linked accounts that the vault does not contain, because an older one was restored. */
  async findLost(userId: number): Promise<number[]> {
    const ids = this.getAccountIds(userId);
    const existing = await this.describe(ids);
    return ids.filter((id) => !existing.has(id));
  }

  /** Removes accounts that were not seen for a year, unless they are linked or banned in the game. */
  async sweep(now = Date.now()): Promise<void> {
    const { vault, policy } = this.services;
    const [at, seenBefore] = [now, now - lifetimeMs].map((ms) => new Date(ms).toISOString()) as [string, string];
    const pages = readPages<GameAccount>(batchSize, (last) =>
      vault.findGameAccountsSeenBefore(seenBefore, last?.id ?? 0, batchSize),
    );
    for await (const accounts of pages) {
      const removedIds: number[] = [];
      for (const { id } of accounts) {
        if (this.findMember(id) !== null || findActivePlayerBan(policy.games, id, at)) continue;
        if (await vault.removeUnseenGameAccount(id, seenBefore)) removedIds.push(id);
      }
      await vault.removeGameAccounts(removedIds);
    }
  }

  private getAccountIds(userId: number): readonly number[] {
    return this.services.policy.games.accountsOfMember.get(userId) ?? [];
  }

  private async add(identity: GameIdentity, name: string, serverId: number, now: string): Promise<GameAccount> {
    await this.services.limits.take('new-player', String(serverId));
    const id = deriveAggregateId(randomBytes(32).toString('hex'));
    return this.services.vault.addGameAccount({ id, ...identity, name, formerNames: [], seenAt: now });
  }
}

function isOutdated({ name, seenAt }: GameAccount, reportedName: string, now: string): boolean {
  if (now <= seenAt) return false;
  return name !== reportedName || Date.parse(now) - Date.parse(seenAt) >= seenIntervalMs;
}
