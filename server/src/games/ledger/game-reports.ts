import type { GameServer } from '@guildhall/domain/games/state.js';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { contextOf } from '../../commands/command-context.js';
import type { Commands } from '../../commands/commands.js';
import type { CommandContext } from '../../commands/handle.js';
import type { GameAccounts } from '../../games/accounts/game-accounts.js';
import type { Policy } from '../../policy/policy.js';
import type { Limits } from '../../request/rate-limits.js';
import type { AnsweredReport } from '../../vault/games/game-server-records.js';
import type { Texts } from '../../vault/texts.js';
import type { Vault } from '../../vault/vault.js';
import { LedgerFiller } from './fill-ledgers.js';
import { Ledger } from './ledger.js';
import { LedgerStreams } from './ledger-streams.js';
import { isFinalRefusal, ReportedChanges, type GameReport, type ReportedChange } from './reported-changes.js';

interface Dependencies {
  log: EventLog;
  policy: Policy;
  gameAccounts: GameAccounts;
  ledger: Ledger;
  ledgerStreams: LedgerStreams;
  reportedChanges: ReportedChanges;
  limits: Limits;
  vault: Vault;
}

/** A game server that has not received the response to a report may repeat it much later. */
const answerLifetimeMs = 30 * 86_400_000;

export interface GameReportResult {
  id: string;
  result: 'applied' | 'duplicate' | 'refused';
  code?: RefusalCode;
}

/** Applies the changes that game servers report to the site, within each server's limit. */
export class GameReports {
  constructor(private readonly services: Dependencies) {}

  /**
   * Applies the reports in order, so that later ones about the same account win.
   * @throws RateLimitExceeded if there are too many
   */
  async report(server: GameServer, reports: readonly GameReport[], correlationId: string): Promise<GameReportResult[]> {
    const { ledger, limits, vault } = this.services;
    const serverId = String(server.serverId);
    await limits.take('game-change', serverId, reports.length);
    const { acknowledged } = await ledger.findRecord(server.serverId);
    const commands = reports.map((report) => ({
      report,
      context: contextOf(serverId, 'game-report', report.id, correlationId),
    }));
    const stored = await vault.answeredReports(commands.map(({ context }) => context.commandId));
    const answered = new Map(stored.map((one) => [one.id, one]));
    const results: GameReportResult[] = [];
    for (const { report, context } of commands) {
      const { commandId } = context;
      const earlier = answered.get(commandId);
      const result = earlier ? toRepeatedResult(earlier) : await this.apply(server, report, acknowledged, context);
      results.push({ id: report.id, ...result });
      const answeredAt = new Date().toISOString();
      answered.set(commandId, earlier ?? { id: commandId, answeredAt, ...(result.code && { code: result.code }) });
    }
    await vault.saveAnsweredReports([...answered.values()]);
    return results;
  }

  async sweep(now = Date.now()): Promise<void> {
    await this.services.vault.pruneAnsweredReports(new Date(now - answerLifetimeMs).toISOString());
  }

  private async apply(
    server: GameServer,
    report: GameReport,
    acknowledged: number,
    context: CommandContext,
  ): Promise<Omit<GameReportResult, 'id'>> {
    const { gameAccounts, policy, log, ledgerStreams } = this.services;
    const { accountId } = report;
    const now = new Date().toISOString();
    await policy.staffFold.catchUp(log);
    await policy.gamesFold.catchUp(log);
    const { entries } = await ledgerStreams.read(server.serverId);
    const change: ReportedChange = {
      ...{ server, report, context },
      position: Math.min(report.position ?? acknowledged, entries.state.head),
      at: report.at && report.at < now ? report.at : now,
      userId: gameAccounts.findMember(accountId),
    };
    try {
      return { result: await this.services.reportedChanges.apply(change) };
    } catch (error) {
      if (isFinalRefusal(error)) return { result: 'refused', code: error.code };
      throw error instanceof Refusal && error.code === 'conflict' ? new Refusal('busy') : error;
    }
  }
}

const toRepeatedResult = ({ code }: AnsweredReport): Omit<GameReportResult, 'id'> =>
  code ? { result: 'refused', code } : { result: 'duplicate' };

interface CoreServices {
  log: EventLog;
  policy: Policy;
  commands: Commands;
  texts: Texts;
  gameAccounts: GameAccounts;
  limits: Limits;
  vault: Vault;
}

export function createLedger(core: CoreServices) {
  const ledgerStreams = new LedgerStreams(core.log);
  const ledger = new Ledger({ ...core, ledgerStreams });
  const ledgerFiller = new LedgerFiller({ ...core, ledgerStreams });
  const reportedChanges = new ReportedChanges({ ...core, ledgerStreams, ledgerFiller });
  const gameReports = new GameReports({ ...core, ledger, ledgerStreams, reportedChanges });
  return { ledger, ledgerStreams, ledgerFiller, gameReports };
}
