import { upcastEvent } from '@guildhall/domain/events.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';

type Kind = 'ban' | 'ranks';

/** A Guildhall server rarely needs longer from the record of a report to the site's own event. */
const settleTimeMs = 10_000;

/**
 * The reports of a game server that have just been recorded. The Guildhall server that received one may not have made or
 * refused the change yet, so a fill by another would reverse the report.
 */
export class UnsettledReports {
  /** Oldest first. */
  private readonly recordedAtMs = new Map<string, number>();

  /** Called for every event of the stream. */
  apply({ type, data, metadata }: StoredEvent): void {
    const event = upcastEvent(type, data);
    if (event?.type !== 'GameReportRecorded.v1') return;
    const { change, accountId } = event.data;
    if (change.kind === 'link' || change.kind === 'unlink') return;
    const key = toKey(accountId, 'rank' in change ? 'ranks' : 'ban');
    this.recordedAtMs.delete(key);
    this.recordedAtMs.set(key, Date.parse(metadata.at ?? ''));
    this.prune();
  }

  /** Called by the Guildhall server that received the report. */
  settle(accountId: number): void {
    this.recordedAtMs.delete(toKey(accountId, 'ban'));
    this.recordedAtMs.delete(toKey(accountId, 'ranks'));
  }

  has(accountId: number, kind: Kind): boolean {
    this.prune();
    return this.recordedAtMs.has(toKey(accountId, kind));
  }

  private prune(): void {
    const settledAtMs = Date.now() - settleTimeMs;
    for (const [key, recordedAtMs] of this.recordedAtMs) {
      if (recordedAtMs > settledAtMs) return;
      this.recordedAtMs.delete(key);
    }
  }
}

const toKey = (accountId: number, kind: Kind) => `${kind} ${accountId}`;
