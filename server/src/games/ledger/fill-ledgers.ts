import { upcastEvent } from '@guildhall/domain/events.js';
import {
  findActivePlayerBan,
  findGameServer,
  listGameServers,
  type GameServer,
} from '@guildhall/domain/games/state.js';
import { listEndedBans, type WantedAccount } from '@guildhall/domain/games/ledger.js';
import type { Ban } from '@guildhall/domain/staff/events.js';
import {
  beginning,
  pickLaterPosition,
  type EventLog,
  type Position,
  type StoredEvent,
} from '@guildhall/event-store/port.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Policy } from '../../policy/policy.js';
import { Limiter } from '../../process/limiter.js';
import type { Reaction } from '../../reactions/reaction.js';
import type { GameAccount } from '../../vault/games/game-accounts.js';
import type { GameAccounts } from '../../games/accounts/game-accounts.js';
import type { LedgerStreams } from './ledger-streams.js';

interface Dependencies {
  log: EventLog;
  logger: Logger;
  policy: Policy;
  gameAccounts: GameAccounts;
  ledgerStreams: LedgerStreams;
}

const batchSize = 500;
const compareIntervalMs = 3_600_000;
const maxFilledAccounts = 10_000;

/** Adds the changes that game servers have to make to their ledgers. */
export class LedgerFiller {
  private readonly comparedAtMs = new Map<number, number>();
  /** For each account, the position up to which all ledgers include the log. */
  private readonly filledUpTo = new LRUCache<number, Position>({ max: maxFilledAccounts });
  private readonly oneAtATime = new Limiter({ running: 1 });

  constructor(private readonly services: Dependencies) {}

  async fill(serverId: number, accountIds: readonly number[], originId: number | null): Promise<void> {
    for (let from = 0; from < accountIds.length; from += batchSize) {
      const batch = accountIds.slice(from, from + batchSize);
      await this.runAlone(serverId, () => this.fillBatch(serverId, batch, originId));
    }
  }

  /** Between recording a report and appending the site's event, a fill would reverse the report. */
  runAlone<T>(serverId: number, work: () => Promise<T>): Promise<T> {
    return this.oneAtATime.run(work, serverId);
  }

  /** Must run in `runAlone`. */
  async fillBatch(serverId: number, accountIds: readonly number[], originId: number | null): Promise<void> {
    const { gameAccounts, ledgerStreams } = this.services;
    const accounts = await gameAccounts.describe(accountIds);
    await ledgerStreams.addEntries(serverId, () => this.findWanted(serverId, accountIds, accounts), originId);
  }

  async fillAll(accountIds: readonly number[], originId: number | null): Promise<void> {
    const servers = listGameServers(this.services.policy.games);
    await Promise.all(servers.map(({ serverId }) => this.fill(serverId, accountIds, originId)));
  }

  /** A fill uses the latest state, so it covers later events too. Otherwise, a backlog could grow without end. */
  async fillAfter({ position }: StoredEvent, accountIds: readonly number[], originId: number | null): Promise<void> {
    const lateIds = accountIds.filter((accountId) => (this.filledUpTo.get(accountId) ?? beginning) < position);
    if (lateIds.length === 0) return;
    const { staffFold, gamesFold } = this.services.policy;
    const upTo = pickLaterPosition(staffFold.position ?? beginning, gamesFold.position ?? beginning);
    await this.fillAll(lateIds, originId);
    for (const accountId of lateIds) this.filledUpTo.set(accountId, upTo);
  }

  /** Used for a new server, and after changes that affect everyone. */
  async fillWithEveryone(serverId: number, originId: number | null): Promise<void> {
    const { policy, ledgerStreams } = this.services;
    const { entries, reports } = await ledgerStreams.read(serverId);
    const { memberOfAccount, bans } = policy.games;
    const ids = [memberOfAccount, bans, entries.state.accounts, reports.state.accounts].flatMap((map) => [
      ...map.keys(),
    ]);
    await this.fill(serverId, [...new Set(ids)], originId);
  }

  /**
   * Compares all accounts, first when this server has taken the lease and then hourly, because the reaction skips events
   * that keep failing.
   */
  async compareLedgers(hasLease: boolean): Promise<void> {
    if (!hasLease) {
      this.comparedAtMs.clear();
      return;
    }
    await this.runForEachServer(async (serverId) => {
      const now = Date.now();
      if (now - (this.comparedAtMs.get(serverId) ?? -Infinity) < compareIntervalMs) return;
      await this.fillWithEveryone(serverId, null);
      this.comparedAtMs.set(serverId, now);
    });
  }

  /**
   * Appends what only time has made due: entries for accounts with an overdue report, and an unban when a temporary ban
   * ends, because a console command for a ban may not support an expiry.
   */
  async fillDue(): Promise<void> {
    await this.runForEachServer(async (serverId) => {
      const { entries, reports, unsettled } = await this.services.ledgerStreams.read(serverId);
      const endedBans = listEndedBans(entries.state, reports.state, new Date().toISOString());
      const overdueAccounts = unsettled.takeOverdue();
      try {
        await this.fill(serverId, [...new Set([...endedBans, ...overdueAccounts])], null);
      } catch (error) {
        unsettled.putBackOverdue(overdueAccounts);
        throw error;
      }
    });
  }

  /** An error on one game server does not stop the others. */
  private async runForEachServer(work: (serverId: number) => Promise<void>): Promise<void> {
    const { policy, logger } = this.services;
    for (const { serverId } of listGameServers(policy.games))
      await work(serverId).catch((error: unknown) =>
        logger.error({ err: error, serverId }, 'the ledger of a game server could not be filled'),
      );
  }

  private async findWanted(
    serverId: number,
    accountIds: readonly number[],
    accounts: ReadonlyMap<number, GameAccount>,
  ): Promise<WantedAccount[]> {
    const { log, policy } = this.services;
    await Promise.all([policy.staffFold.catchUp(log), policy.gamesFold.catchUp(log)]);
    const server = findGameServer(policy.games, serverId);
    if (!server) return [];
    const now = new Date().toISOString();
    return accountIds.map((accountId) => {
      const account = accounts.get(accountId);
      if (account && canPlayOn(account, server)) return buildWantedAccount(policy, server, accountId, now);
      return { accountId, userId: null, ban: null, ranks: new Map() };
    });
  }
}

/** Offline accounts exist only on the server that vouches for them. */
const canPlayOn = (account: GameAccount, { serverId, edition }: GameServer): boolean =>
  (account.serverId === null || account.serverId === serverId) && (edition === 'both' || edition === account.edition);

function buildWantedAccount(policy: Policy, server: GameServer, accountId: number, now: string): WantedAccount {
  const memberId = policy.games.memberOfAccount.get(accountId);
  const userId = memberId === undefined || policy.isGone(memberId) ? null : memberId;
  const roleId = userId === null ? null : policy.getRoleId(userId);
  return {
    accountId,
    userId,
    ban: findBanInGame(policy, accountId, now),
    ranks: new Map(server.ranks.map((mappedRank) => [mappedRank.rank, mappedRank.roleId === roleId])),
  };
}

/** Returns the player's own ban or the linked member's, whichever ends later. Ignores a member's ban on the site only. */
export function findBanInGame(policy: Policy, accountId: number, now: string): Ban | null {
  const userId = policy.games.memberOfAccount.get(accountId);
  const ofPlayer = findActivePlayerBan(policy.games, accountId, now);
  const siteBan = userId === undefined || policy.isGone(userId) ? null : policy.findBan(userId, now);
  const ofMember = siteBan?.siteOnly ? null : siteBan;
  if (!ofPlayer || !ofMember) return toPlainBan(ofPlayer ?? ofMember);
  return toPlainBan(
    ofPlayer.until === null || (ofMember.until && ofMember.until <= ofPlayer.until) ? ofPlayer : ofMember,
  );
}

const toPlainBan = (ban: Ban | null): Ban | null => ban && { reason: ban.reason, until: ban.until };

export const fillLedgers = ({
  ledgerFiller,
  ledgerStreams,
  log,
  policy,
}: Pick<Dependencies, 'ledgerStreams' | 'log' | 'policy'> & { ledgerFiller: LedgerFiller }): Reaction => ({
  name: 'fill-ledgers',
  events: [
    'GameServerCreated.v1',
    'GameServerChanged.v1',
    'LedgerReset.v1',
    'GameAccountLinked.v1',
    'GameAccountUnlinked.v1',
    'PlayerBanned.v1',
    'PlayerUnbanned.v1',
    'MemberBanned.v1',
    'MemberUnbanned.v1',
    'RoleGiven.v1',
    'RoleDeleted.v1',
    'RoleRestored.v1',
  ],
  async handle(storedEvent, effect) {
    const event = upcastEvent(storedEvent.type, storedEvent.data);
    const originId = parseActor(storedEvent);
    await Promise.all([policy.staffFold.catchUp(log), policy.gamesFold.catchUp(log)]);
    const listAccounts = (userIds: readonly number[]) =>
      userIds.flatMap((userId) => policy.games.accountsOfMember.get(userId) ?? []);
    switch (event?.type) {
      case 'GameServerCreated.v1':
      case 'GameServerChanged.v1':
      case 'LedgerReset.v1':
        return ledgerFiller.fillWithEveryone(event.data.serverId, originId);
      case 'GameAccountLinked.v1': {
        const { accountId, userId, serverId } = event.data;
        // The game server that confirmed the link already knows about it.
        if (serverId !== null) {
          const { entries } = await ledgerStreams.read(serverId);
          const report = { serverId, accountId, position: entries.state.head, at: storedEvent.metadata.at ?? '' };
          const command = { type: 'RecordReport', ...report, change: { kind: 'link', userId } } as const;
          await ledgerStreams.record(command, effect('link'));
        }
        // The report has changed what the game server has, so an earlier fill does not cover it.
        return ledgerFiller.fillAll([accountId], originId);
      }
      case 'GameAccountUnlinked.v1':
      case 'PlayerBanned.v1':
      case 'PlayerUnbanned.v1':
        return ledgerFiller.fillAfter(storedEvent, [event.data.accountId], originId);
      case 'MemberBanned.v1':
      case 'MemberUnbanned.v1':
      case 'RoleGiven.v1':
        return ledgerFiller.fillAfter(storedEvent, listAccounts([event.data.userId]), originId);
      case 'RoleDeleted.v1':
      case 'RoleRestored.v1':
        return ledgerFiller.fillAfter(storedEvent, listAccounts(event.data.holders), originId);
    }
  },
});

function parseActor({ metadata }: StoredEvent): number | null {
  return /^[1-9]\d*$/.test(metadata.actorId ?? '') ? Number(metadata.actorId) : null;
}
