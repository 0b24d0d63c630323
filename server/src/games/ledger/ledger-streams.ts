import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { gameReports, ledger, maxEntriesAtOnce, type WantedAccount } from '@guildhall/domain/games/ledger.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { createSystemContext } from '../../commands/command-context.js';
import { SerializedCommands, type CommandContext } from '../../commands/handle.js';
import { Fold } from '../../log/fold.js';
import { UnsettledReports } from './unsettled-reports.js';

type RecordReport = Parameters<typeof gameReports.decide>[0];

function openFolds(serverId: number) {
  const unsettledReports = new UnsettledReports();
  return {
    entries: new Fold(streams.ledger(serverId), ledger),
    reports: new Fold(streams.gameReports(serverId), gameReports, (storedEvent) => unsettledReports.apply(storedEvent)),
    unsettled: unsettledReports,
  };
}
export type ServerFolds = ReturnType<typeof openFolds>;

/** Folds each game server's two streams in memory: its ledger, and what it reported. */
export class LedgerStreams {
  private readonly foldsByServer = new Map<number, ServerFolds>();
  private readonly commands: SerializedCommands;

  constructor(private readonly log: EventLog) {
    this.commands = new SerializedCommands(log);
  }

  async read(serverId: number): Promise<ServerFolds> {
    let folds = this.foldsByServer.get(serverId);
    if (!folds) this.foldsByServer.set(serverId, (folds = openFolds(serverId)));
    await Promise.all([folds.entries.catchUp(this.log), folds.reports.catchUp(this.log)]);
    return folds;
  }

  /**
   * Appends the changes to these accounts that the game server lacks. A retry appends only what is still missing.
   * Bans and ranks with an unsettled report are left alone.
   * @param findWanted reads the latest state of the site
   */
  async addEntries(
    serverId: number,
    findWanted: () => Promise<readonly WantedAccount[]>,
    originId: number | null,
  ): Promise<void> {
    const { entries, reports, unsettled } = await this.read(serverId);
    const command = { type: 'AddEntries', serverId, originId } as const;
    // An entry that is based on an older state of the site than the entries before it would reverse them.
    const loadContext = async () => {
      for (;;) {
        const { revision } = entries;
        const accounts = await findWanted();
        await reports.catchUp(this.log);
        if (entries.revision !== revision) continue;
        const settledAccounts = accounts.map((account) => leaveUnsettledAlone(account, unsettled));
        return { accounts: settledAccounts, reports: reports.state, now: new Date().toISOString() };
      }
    };
    for (let addedCount = maxEntriesAtOnce; addedCount === maxEntriesAtOnce;) {
      const context = createSystemContext('add-ledger-entries', randomUUID());
      addedCount = (await this.commands.handle(entries, command, loadContext, context)).eventIds.length;
    }
  }

  /** Called once the site has made or refused what the game server reported with this command. */
  settleReport(serverId: number, commandId: string): void {
    this.foldsByServer.get(serverId)?.unsettled.settle(commandId);
  }

  async record(command: RecordReport, context: CommandContext): Promise<void> {
    const { reports } = await this.read(command.serverId);
    await this.commands.handle(reports, command, () => undefined, context);
  }
}

function leaveUnsettledAlone(account: WantedAccount, unsettledReports: UnsettledReports): WantedAccount {
  const leavesBan = unsettledReports.has(account.accountId, 'ban');
  const leavesRanks = unsettledReports.has(account.accountId, 'ranks');
  if (!leavesBan && !leavesRanks) return account;
  return {
    accountId: account.accountId,
    userId: account.userId,
    ban: leavesBan ? undefined : account.ban,
    ranks: leavesRanks ? new Map() : account.ranks,
  };
}
