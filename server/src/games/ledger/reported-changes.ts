import type { GameChange } from '@guildhall/domain/games/events.js';
import { combineFacts, findConflict } from '@guildhall/domain/games/ledger.js';
import type { GameServer } from '@guildhall/domain/games/state.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { mayManage } from '@guildhall/domain/staff/rank.js';
import { findRole } from '@guildhall/domain/staff/state.js';
import type { Commands } from '../../commands/commands.js';
import type { CommandContext } from '../../commands/handle.js';
import type { Policy } from '../../policy/policy.js';
import type { Texts } from '../../vault/texts.js';
import { AuthorErased } from '../../vault/vault.js';
import { findBanInGame, type LedgerFiller } from './fill-ledgers.js';
import type { LedgerStreams } from './ledger-streams.js';

interface Dependencies {
  policy: Policy;
  commands: Commands;
  texts: Texts;
  ledgerStreams: LedgerStreams;
  ledgerFiller: LedgerFiller;
}

/** What a game server did on its own, not because of its ledger. */
export interface GameReport {
  /** Unique per game server, so a repeated report changes nothing. Null if the client has no ids. */
  id: string | null;
  kind: 'ban' | 'unban' | 'rank.add' | 'rank.remove';
  accountId: number;
  /** In ISO 8601 and UTC. Null means now. */
  at?: string | null;
  /** The last entry that the server had applied when it did this. Null means the last one that it acknowledged. */
  position?: number | null;
  reason?: string | null;
  until?: string | null;
  rank?: string | null;
  /** Whether players may keep ranks below their highest one. */
  allowsLowerRanks?: true;
}

export interface ReportedChange {
  server: GameServer;
  report: GameReport;
  context: CommandContext;
  position: number;
  at: string;
  userId: number | null;
}

/** Makes the changes to the site that reports call for, and has the game server reverse those that the site refuses. */
export class ReportedChanges {
  constructor(private readonly services: Dependencies) {}

  /** Must run in the `runAlone` of `LedgerFiller`. */
  apply(work: ReportedChange): Promise<'applied' | 'duplicate'> {
    const { kind } = work.report;
    return kind === 'ban' || kind === 'unban' ? this.applyBan(work) : this.applyRank(work);
  }

  private async applyBan(work: ReportedChange): Promise<'applied' | 'duplicate'> {
    const { policy, commands } = this.services;
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
    if (!isKnown && (await this.hasConflict(work, 'bans'))) throw new Refusal('ledger-conflict');
    const reason = report.kind === 'ban' ? await this.seal(report.reason, serverId, userId) : null;
    const change: GameChange = report.kind === 'ban' ? { kind: 'ban', reason, until } : { kind: 'unban' };
    await this.record(work, change);
    const actor = policy.getActor(serverId);
    await this.reverseIfRefused(work, async () => {
      if (change.kind === 'ban') {
        await commands.games({ type: 'BanPlayer', accountId, reason, until }, actor, context);
        if (bansOnSite && userId !== null) await commands.staff({ type: 'Ban', userId, reason, until }, actor, context);
      } else {
        await commands.games({ type: 'UnbanPlayer', accountId }, actor, context);
        const siteBan = userId === null ? null : policy.findBan(userId, now);
        const unbansMember = userId !== null && siteBan && !siteBan.siteOnly;
        if (unbansMember && !bansOnSite) throw new Refusal('banned-on-site');
        if (unbansMember) await commands.staff({ type: 'Unban', userId }, actor, context);
      }
    });
    return isKnown ? 'duplicate' : 'applied';
  }

  private async applyRank(work: ReportedChange): Promise<'applied' | 'duplicate'> {
    const { policy, commands } = this.services;
    const { server, report, context, userId } = work;
    const isGiven = report.kind === 'rank.add';
    const rankIndex = server.ranks.findIndex(({ rank }) => rank === report.rank);
    const { roleId, rank } = server.ranks[rankIndex] ?? { roleId: 0, rank: '' };
    if (!rank || userId === null) {
      await this.recordLostRank(work);
      throw rank ? new Refusal('not-linked') : new Refusal('rank-unknown', 'rank');
    }
    const isKnown = await this.isRecorded(work);
    const currentRoleId = policy.getRoleId(userId);
    const isSame = isGiven === (currentRoleId === roleId) || (!isGiven && roleId === memberRole.id);
    const change = { kind: isGiven ? 'rank.add' : 'rank.remove', rank } as const;
    if (isSame) return this.recordSame(work, change);
    const currentRank = server.ranks.findIndex((other) => other.roleId === currentRoleId);
    const isLower = isGiven && currentRank !== -1 && currentRank < rankIndex;
    if (isLower && report.allowsLowerRanks) throw new Refusal('rank-lower', 'rank');
    // After an interruption, the ledger may already contain the reversal of this report, which is no conflict.
    const hasConflict = !isKnown && (await this.hasConflict(work, 'ranks'));
    await this.record(work, change);
    await this.reverseIfRefused(work, async () => {
      if (isLower) throw new Refusal('rank-lower', 'rank');
      if (hasConflict) throw new Refusal('ledger-conflict');
      const actor = policy.getActor(server.serverId);
      const newRole = findRole(policy.staff, isGiven ? roleId : memberRole.id);
      const isPermitted = [policy.getActor(userId), newRole].every(
        (target) => target !== null && mayManage(actor, target, policy.listAllEntries()),
      );
      if (!newRole || !isPermitted) throw new Refusal('forbidden');
      await commands.staff({ type: 'GiveRole', userId, roleId: newRole.roleId }, actor, context);
    });
    return isKnown ? 'duplicate' : 'applied';
  }

  /** The game server has already made the change, so its ledger must reverse one that the site refuses. */
  private async reverseIfRefused(work: ReportedChange, change: () => Promise<void>): Promise<void> {
    const { ledgerFiller, ledgerStreams } = this.services;
    const { serverId } = work.server;
    const { accountId } = work.report;
    try {
      await change();
      ledgerStreams.settleReport(serverId, work.context.commandId);
    } catch (error) {
      if (isFinalRefusal(error)) {
        ledgerStreams.settleReport(serverId, work.context.commandId);
        await ledgerFiller.fillBatch(serverId, [accountId], null);
      }
      throw error;
    }
  }

  /**
   * Records the current state if neither the ledger nor the reports contain it. Otherwise, a later change would not
   * reach the game server.
   */
  private async recordSame(work: ReportedChange, change: GameChange): Promise<'duplicate'> {
    const { ledgerStreams, ledgerFiller } = this.services;
    const { serverId } = work.server;
    const { accountId } = work.report;
    const { entries, reports } = await ledgerStreams.read(serverId);
    const knownAccount = combineFacts(entries.state, reports.state, accountId, new Date().toISOString());
    const isInLedger =
      'rank' in change
        ? (knownAccount.ranks.get(change.rank) ?? false) === (change.kind === 'rank.add')
        : (knownAccount.ban === null) === (change.kind === 'unban') && knownAccount.ban !== undefined;
    if (isInLedger) return 'duplicate';
    await this.record(work, change);
    ledgerStreams.settleReport(serverId, work.context.commandId);
    await ledgerFiller.fillBatch(serverId, [accountId], null);
    return 'duplicate';
  }

  /** Otherwise, the game server would not get the rank back once the account is linked or the rank is mapped again. */
  private async recordLostRank(work: ReportedChange): Promise<void> {
    const { ledgerStreams } = this.services;
    const { serverId } = work.server;
    const { kind, accountId, rank } = work.report;
    if (kind !== 'rank.remove' || !rank) return;
    const { entries, reports } = await ledgerStreams.read(serverId);
    const knownAccount = combineFacts(entries.state, reports.state, accountId, new Date().toISOString());
    if (!knownAccount.ranks.get(rank)) return;
    await this.record(work, { kind, rank });
    ledgerStreams.settleReport(serverId, work.context.commandId);
  }

  private async isRecorded({ server, context }: ReportedChange): Promise<boolean> {
    const { reports } = await this.services.ledgerStreams.read(server.serverId);
    return reports.commands.has(context.commandId);
  }

  /** Must run before the site's own event is appended. Otherwise, the change would be sent back to the game server. */
  private record({ server, report, context, position, at }: ReportedChange, change: GameChange): Promise<void> {
    const { accountId } = report;
    const command = { type: 'RecordReport', serverId: server.serverId, accountId, position, change, at } as const;
    return this.services.ledgerStreams.record(command, context);
  }

  /** Whether the site changed the same thing independently, and its change wins. */
  private async hasConflict(
    { server, report, position, at }: ReportedChange,
    kind: 'bans' | 'ranks',
  ): Promise<boolean> {
    const { entries } = await this.services.ledgerStreams.read(server.serverId);
    const conflict = findConflict(entries.state, report.accountId, kind, position);
    const rule = server.conflicts[kind];
    return conflict !== null && (rule === 'site' || (rule === 'last' && at < conflict.at));
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

/** Whether the same command would be refused again. */
export const isFinalRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status < 500 && error.code !== 'conflict';
