import { upcastEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

type Kind = 'ban' | 'ranks';

/** A Guildhall server rarely takes longer between recording a report and appending the site's event. */
const settleTimeMs = 10_000;

/**
 * A game server's reports that have just been recorded. The Guildhall server that received one may not have made or
 * refused the change yet, so a fill by another would reverse the report.
 */
export class UnsettledReports {
  /** By command. Oldest first. */
  private readonly reports = new Map<string, { accountId: number; kind: Kind; recordedAtMs: number }>();
  private readonly overdueAccounts = new Set<number>();

  /** Called for every event of the stream. */
  apply({ type, data, metadata }: StoredEvent): void {
    const event = upcastEvent(type, data);
    if (event?.type !== 'GameReportRecorded.v1') return;
    const { change, accountId } = event.data;
    if (change.kind === 'link' || change.kind === 'unlink') return;
    const kind = 'rank' in change ? 'ranks' : 'ban';
    // The clock of the server that recorded it may be ahead.
    const recordedAtMs = Math.min(Date.now(), Date.parse(metadata.at ?? ''));
    if (recordedAtMs <= Date.now() - settleTimeMs) return;
    this.reports.set(metadata.commandId ?? '', { accountId, kind, recordedAtMs });
    this.prune();
  }

  /** Called by the Guildhall server that received the report. */
  settle(commandId: string): void {
    this.reports.delete(commandId);
  }

  has(accountId: number, kind: Kind): boolean {
    this.prune();
    for (const report of this.reports.values()) if (report.accountId === accountId && report.kind === kind) return true;
    return false;
  }

  /**
   * Returns the accounts with a report that nobody settled in time, once. Fills have left them alone, and the server that
   * received the report may have crashed.
   */
  takeOverdue(): number[] {
    this.prune();
    const accountIds = [...this.overdueAccounts];
    this.overdueAccounts.clear();
    return accountIds;
  }

  putBackOverdue(accountIds: readonly number[]): void {
    for (const accountId of accountIds) this.overdueAccounts.add(accountId);
  }

  private prune(): void {
    const settledAtMs = Date.now() - settleTimeMs;
    for (const [commandId, { accountId, recordedAtMs }] of this.reports) {
      if (recordedAtMs > settledAtMs) return;
      this.reports.delete(commandId);
      this.overdueAccounts.add(accountId);
    }
  }
}
