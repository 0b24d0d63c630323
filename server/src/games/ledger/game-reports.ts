import type { GameChange } from '@guildhall/domain/games/events.js';
import { combineFacts, findConflict } from '@guildhall/domain/games/ledger.js';
import type { GameServer } from '@guildhall/domain/games/state.js';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { mayManage } from '@guildhall/domain/staff/rank.js';
import { findRole } from '@guildhall/domain/staff/state.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { contextOf } from '../../commands/command-context.js';
import type { Commands } from '../../commands/commands.js';
import type { CommandContext } from '../../commands/handle.js';
import type { Policy } from '../../policy/policy.js';
import type { Limits } from '../../request/rate-limits.js';
import type { Texts } from '../../vault/texts.js';
import { AuthorErased, type Vault } from '../../vault/vault.js';
import type { GameAccounts } from '../../games/accounts/game-accounts.js';
import { findBanInGame, LedgerFiller } from './fill-ledgers.js';
import { Ledger } from './ledger.js';
import { LedgerStreams } from './ledger-streams.js';

interface Dependencies {
  log: EventLog;
  policy: Policy;
  commands: Commands;
  texts: Texts;
  gameAccounts: GameAccounts;
  ledger: Ledger;
  ledgerStreams: LedgerStreams;
  ledgerFiller: LedgerFiller;
  limits: Limits;
}

/** What a game server did on its own, not because of its ledger. */
export interface GameReport {
  /** Unique per game server, so a repeated report changes nothing. */
  id: string;
  kind: 'ban' | 'unban' | 'rank.add' | 'rank.remove';
  accountId: number;
  /** In ISO 8601 and UTC. Null means now. */
  at?: string | null;
  /** The last entry that the server had applied when it did this. Null means the last one that it acknowledged. */
  position?: number | null;
  reason?: string | null;
  until?: string | null;
  rank?: string | null;
}

export interface GameReportResult {
  id: string;
  result: 'applied' | 'duplicate' | 'refused';
  code?: RefusalCode;
}

interface Work {
  server: GameServer;
  report: GameReport;
  context: CommandContext;
  position: number;
  at: string;
  userId: number | null;
}

/** Applies the changes that game servers report to the site, within each server's limit. */
export class GameReports {
  constructor(private readonly services: Dependencies) {}

  /**
   * Applies the reports in order, so that later ones about the same account win.
   * @throws RateLimitExceeded if there are too many
   */
  async report(server: GameServer, reports: readonly GameReport[], correlationId: string): Promise<GameReportResult[]> {
    const { ledger, limits } = this.services;
    await limits.take('game-change', String(server.serverId), reports.length);
    const { acknowledged } = await ledger.findRecord(server.serverId);
    const results: GameReportResult[] = [];
    for (const report of reports) results.push(await this.apply(server, report, acknowledged, correlationId));
    return results;
  }

  private async apply(
    server: GameServer,
    report: GameReport,
    acknowledged: number,
    correlationId: string,
  ): Promise<GameReportResult> {
    const { gameAccounts, policy, log, ledgerStreams } = this.services;
    const { id, accountId } = report;
    const now = new Date().toISOString();
    await policy.staffFold.catchUp(log);
    await policy.gamesFold.catchUp(log);
    const { entries } = await ledgerStreams.read(server.serverId);
    const work: Work = {
      ...{ server, report },
      context: contextOf(String(server.serverId), 'game-report', id, correlationId),
      position: Math.min(report.position ?? acknowledged, entries.state.head),
      at: report.at && report.at < now ? report.at : now,
      userId: gameAccounts.findMember(accountId),
    };
    try {
      const isBan = report.kind === 'ban' || report.kind === 'unban';
      return { id, result: await (isBan ? this.applyBan(work) : this.applyRank(work)) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      return { id, result: 'refused', code: error.code };
    }
  }

  private async applyBan(work: Work): Promise<'applied' | 'duplicate'> {
    const { policy, commands, ledgerFiller } = this.services;
    const { server, report, context, userId } = work;
    const { serverId, bansOnSite } = server;
    const { accountId } = report;
    const now = new Date().toISOString();
    const isKnown = await this.isRecorded(work);
    const until = report.until ?? null;
    const banInGame = findBanInGame(policy, accountId, now);
    const bannedUntil = banInGame?.until;
    const isSame = report.kind === 'ban' ? bannedUntil === until : bannedUntil === undefined;
    if (isSame && !isKnown) return this.recordSame(work, banInGame ? { kind: 'ban', ...banInGame } : { kind: 'unban' });
    if (!isKnown) await this.refuseConflict(work, 'bans');
    const reason = report.kind === 'ban' ? await this.seal(report.reason, serverId, userId) : null;
    const change: GameChange = report.kind === 'ban' ? { kind: 'ban', reason, until } : { kind: 'unban' };
    await this.record(work, change);
    const actor = policy.actor(serverId);
    const siteBan = userId === null ? null : policy.banOf(userId, now);
    try {
      if (change.kind === 'ban') {
        await commands.games({ type: 'BanPlayer', accountId, reason, until }, actor, context);
        const bansMember = bansOnSite && userId !== null && !siteBan?.siteOnly;
        if (bansMember) await commands.staff({ type: 'Ban', userId, reason, until }, actor, context);
      } else {
        await commands.games({ type: 'UnbanPlayer', accountId }, actor, context);
        const unbansMember = userId !== null && siteBan && !siteBan.siteOnly;
        if (unbansMember && !bansOnSite) throw new Refusal('banned-on-site');
        if (unbansMember) await commands.staff({ type: 'Unban', userId }, actor, context);
      }
    } catch (error) {
      // The game server has already done it, so its ledger must reverse it.
      if (error instanceof Refusal) await ledgerFiller.fill(serverId, [accountId], null);
      throw error;
    }
    return isKnown ? 'duplicate' : 'applied';
  }

  private async applyRank(work: Work): Promise<'applied' | 'duplicate'> {
    const { policy, commands } = this.services;
    const { server, report, context, userId } = work;
    const isGiven = report.kind === 'rank.add';
    const mapped = server.ranks.findIndex(({ rank }) => rank === report.rank);
    const { roleId, rank } = server.ranks[mapped] ?? { roleId: 0, rank: '' };
    if (!rank) throw new Refusal('rank-unknown', 'rank');
    if (userId === null) throw new Refusal('not-linked');
    const isKnown = await this.isRecorded(work);
    const currentRoleId = policy.roleOf(userId);
    const isSame = isGiven === (currentRoleId === roleId) || (!isGiven && roleId === memberRole.id);
    if (isSame) return this.recordSame(work, { kind: isGiven ? 'rank.add' : 'rank.remove', rank });
    if (!isKnown) await this.refuseConflict(work, 'ranks');
    const currentRank = server.ranks.findIndex((other) => other.roleId === currentRoleId);
    if (isGiven && currentRank !== -1 && currentRank < mapped) throw new Refusal('rank-lower', 'rank');
    const actor = policy.actor(server.serverId);
    const newRole = findRole(policy.staff, isGiven ? roleId : memberRole.id);
    const isPermitted = [policy.actor(userId), newRole].every(
      (target) => target !== null && mayManage(actor, target, policy.entriesOfAll()),
    );
    if (!newRole || !isPermitted) throw new Refusal('forbidden');
    await this.record(work, { kind: isGiven ? 'rank.add' : 'rank.remove', rank });
    await commands.staff({ type: 'GiveRole', userId, roleId: newRole.roleId }, actor, context);
    return isKnown ? 'duplicate' : 'applied';
  }

  /**
   * Records the current state if neither the ledger nor the reports contain it. Otherwise, a later change would not
   * reach the game server.
   */
  private async recordSame(work: Work, change: GameChange): Promise<'duplicate'> {
    const { ledgerStreams, ledgerFiller } = this.services;
    const { serverId } = work.server;
    const { accountId } = work.report;
    const { entries, reports } = await ledgerStreams.read(serverId);
    const known = combineFacts(entries.state, reports.state, accountId, new Date().toISOString());
    const isInLedger =
      'rank' in change
        ? (known.ranks.get(change.rank) ?? false) === (change.kind === 'rank.add')
        : (known.ban === null) === (change.kind === 'unban') && known.ban !== undefined;
    if (isInLedger) return 'duplicate';
    await this.record(work, change);
    await ledgerFiller.fill(serverId, [accountId], null);
    return 'duplicate';
  }

  private async isRecorded({ server, context }: Work): Promise<boolean> {
    const { reports } = await this.services.ledgerStreams.read(server.serverId);
    return reports.commands.has(context.commandId);
  }

  /** Must run before the site's own event is appended. Otherwise, the change would be sent back to the game server. */
  private record({ server, report, context, position, at }: Work, change: GameChange): Promise<void> {
    const { accountId } = report;
    const command = { type: 'RecordReport', serverId: server.serverId, accountId, position, change, at } as const;
    return this.services.ledgerStreams.record(command, context);
  }

  private async refuseConflict({ server, report, position, at }: Work, kind: 'bans' | 'ranks'): Promise<void> {
    const { entries } = await this.services.ledgerStreams.read(server.serverId);
    const conflict = findConflict(entries.state, report.accountId, kind, position);
    const rule = server.conflicts[kind];
    if (conflict && (rule === 'site' || (rule === 'last' && at < conflict.at))) throw new Refusal('ledger-conflict');
  }

  /** Uses the linked member's key, so that the reason is erased with them. */
  private async seal(
    reason: string | null | undefined,
    serverId: number,
    userId: number | null,
  ): Promise<string | null> {
    const { texts } = this.services;
    if (!reason) return null;
    if (userId === null) return texts.seal(serverId, reason);
    return texts.seal(userId, reason).catch((error: unknown) => {
      if (error instanceof AuthorErased) return texts.seal(serverId, reason);
      throw error;
    });
  }
}

export function createLedger(core: Omit<Dependencies, 'ledger' | 'ledgerStreams' | 'ledgerFiller'> & { vault: Vault }) {
  const ledgerStreams = new LedgerStreams(core.log);
  const ledger = new Ledger({ ...core, ledgerStreams });
  const ledgerFiller = new LedgerFiller({ ...core, ledgerStreams });
  const gameReports = new GameReports({ ...core, ledger, ledgerStreams, ledgerFiller });
  return { ledger, ledgerStreams, ledgerFiller, gameReports };
}
