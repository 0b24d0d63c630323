import { randomUUID } from 'node:crypto';
import type { GameServer } from '@guildhall/domain/games/state.js';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { createContext } from '../../commands/command-context.js';
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
  ledgerFiller: LedgerFiller;
  ledgerStreams: LedgerStreams;
  reportedChanges: ReportedChanges;
  limits: Limits;
  vault: Vault;
}

/** A game server that has not received the response to a report may repeat it much later. */
const answerLifetimeMs = 30 * 86_400_000;
/** No game server has this many reports in flight. Most need years to send as many. */
const maxAnswersPerServer = 100_000;

export interface GameReportResult {
  result: 'applied' | 'duplicate' | 'refused';
  code?: RefusalCode;
}

/** Applies the changes that game servers report to the site, within each server's limit. */
export class GameReports {
  constructor(private readonly services: Dependencies) {}

  /**
   * Reports about the same account must be applied in order, because the last one wins.
   * @throws RateLimitExceeded if there are too many
   */
  async report(server: GameServer, report: GameReport, correlationId: string): Promise<GameReportResult> {
    const { ledgerFiller, limits, vault } = this.services;
    const serverId = String(server.serverId);
    await limits.take('game-change', serverId);
    const context = createContext(serverId, 'game-report', report.id ?? randomUUID(), correlationId);
    const id = context.commandId;
    return ledgerFiller.runAlone(server.serverId, async () => {
      if (report.id === null) return this.apply(server, report, context);
      const [storedReport] = await vault.findAnsweredReports([id]);
      if (storedReport) return toRepeatedResult(storedReport);
      const result = await this.apply(server, report, context);
      const answeredAt = new Date().toISOString();
      await vault.saveAnsweredReports([
        { id, serverId: server.serverId, answeredAt, ...(result.code && { code: result.code }) },
      ]);
      return result;
    });
  }

  async sweep(now = Date.now()): Promise<void> {
    const { vault, policy } = this.services;
    await vault.pruneAnsweredReports(new Date(now - answerLifetimeMs).toISOString());
    for (const serverId of policy.games.servers.keys()) await vault.limitAnsweredReports(serverId, maxAnswersPerServer);
  }

  private async apply(server: GameServer, report: GameReport, context: CommandContext): Promise<GameReportResult> {
    const { gameAccounts, policy, log, ledger, ledgerStreams } = this.services;
    const { accountId } = report;
    const now = new Date().toISOString();
    await policy.staffFold.catchUp(log);
    await policy.gamesFold.catchUp(log);
    const { acknowledged } = await ledger.findRecord(server.serverId);
    const { entries } = await ledgerStreams.read(server.serverId);
    const change: ReportedChange = {
      server,
      report,
      context,
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

const toRepeatedResult = ({ code }: AnsweredReport): GameReportResult =>
  code ? { result: 'refused', code } : { result: 'duplicate' };

interface CoreServices {
  log: EventLog;
  logger: Logger;
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
  const gameReports = new GameReports({ ...core, ledger, ledgerFiller, ledgerStreams, reportedChanges });
  return { ledger, ledgerStreams, ledgerFiller, gameReports };
}
