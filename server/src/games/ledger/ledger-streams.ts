import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { gameReports, ledger, maxEntriesAtOnce, type WantedAccount } from '@guildhall/domain/games/ledger.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { createSystemContext } from '../../commands/command-context.js';
import { SerializedCommands, type CommandContext } from '../../commands/handle.js';
import { Fold } from '../../log/fold.js';

type RecordReport = Parameters<typeof gameReports.decide>[0];

const openFolds = (serverId: number) => ({
  entries: new Fold(streams.ledger(serverId), ledger),
  reports: new Fold(streams.gameReports(serverId), gameReports),
});
export type ServerFolds = ReturnType<typeof openFolds>;

/** Folds the two streams of each game server in memory: its ledger, and what it reported. */
export class LedgerStreams {
  private readonly foldsByServer = new Map<number, ServerFolds>();
  private readonly commands: SerializedCommands;

  constructor(private readonly log: EventLog) {
    this.commands = new SerializedCommands(log);
  }

  async read(serverId: number): Promise<ServerFolds> {
    let folds = this.foldsByServer.get(serverId);
    if (!folds) this.foldsByServer.set(serverId, (folds = openFolds(serverId)));
    await folds.entries.catchUp(this.log);
    await folds.reports.catchUp(this.log);
    return folds;
  }

  /**
   * Appends the changes to these accounts that the game server lacks. A repetition appends only what is still missing.
   * @param findWanted reads the latest state of the site
   */
  async addEntries(
    serverId: number,
    findWanted: () => Promise<readonly WantedAccount[]>,
    originId: number | null,
  ): Promise<void> {
    const { entries, reports } = await this.read(serverId);
    const command = { type: 'AddEntries', serverId, originId } as const;
    // An entry that is based on an older state of the site than the entries before it would reverse them.
    const loadContext = async () => {
      for (;;) {
        const { revision } = entries;
        const accounts = await findWanted();
        await reports.catchUp(this.log);
        if (entries.revision === revision) return { accounts, reports: reports.state, now: new Date().toISOString() };
      }
    };
    for (let added = maxEntriesAtOnce; added === maxEntriesAtOnce;) {
      const context = createSystemContext('add-ledger-entries', randomUUID());
      added = (await this.commands.handle(entries, command, loadContext, context)).eventIds.length;
    }
  }

  async record(command: RecordReport, context: CommandContext): Promise<void> {
    const { reports } = await this.read(command.serverId);
    await this.commands.handle(reports, command, () => undefined, context);
  }
}
