import { streams, upcastEvent } from '@guildhall/domain/events.js';
import type { GameChange } from '@guildhall/domain/games/events.js';
import { gameLimits } from '@guildhall/domain/games/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { EventLog, StoredEvent } from '@guildhall/event-store/port.js';
import type { CommandContext } from '../../commands/handle.js';
import type { Limits } from '../../request/rate-limits.js';
import type { Texts } from '../../vault/texts.js';
import type { GameAccount } from '../../vault/games/game-accounts.js';
import { createGameServerRecord, withContact, type GameServerRecord } from '../../vault/games/game-server-records.js';
import type { Vault } from '../../vault/vault.js';
import type { GameAccounts } from '../../games/accounts/game-accounts.js';
import type { LedgerStreams } from './ledger-streams.js';
import { LedgerWaiters } from './ledger-waiters.js';

interface Dependencies {
  log: EventLog;
  vault: Vault;
  texts: Texts;
  gameAccounts: GameAccounts;
  ledgerStreams: LedgerStreams;
  limits: Limits;
}

export interface LedgerEntry {
  position: number;
  id: string;
  at: string;
  kind: GameChange['kind'];
  accountId: number;
  /** Null if the account was erased. */
  account: GameAccount | null;
  /** The member to whom the account is linked now. */
  userId: number | null;
  originId: number | null;
  rank?: string;
  /** Opened. */
  reason?: string | null;
  until?: string | null;
}

export interface EntryResult {
  id: string;
  ok: boolean;
  error?: string | undefined;
}

const maxFailures = 20;
const contactIntervalMs = 15_000;

/** The changes that a game server has to make, in order. */
export class Ledger {
  readonly waiters = new LedgerWaiters();
  private readonly contactAtMs = new Map<number, number>();

  constructor(private readonly services: Dependencies) {}

  /** Called for every event of the log. */
  apply({ type, data, stream }: StoredEvent): void {
    const event = upcastEvent(type, data);
    if (event?.type === 'LedgerEntryAdded.v1') this.waiters.wake(event.data.serverId);
    if (stream === streams.staff || stream === streams.games) this.waiters.wakeAll();
  }

  /** @throws Refusal ledger-position if the ledger does not reach `after` */
  async readEntries(serverId: number, after: number, limit: number): Promise<{ entries: LedgerEntry[]; head: number }> {
    const { log, ledgerStreams } = this.services;
    const storedEvents = await log.readStream(streams.ledger(serverId), after, limit);
    const last = storedEvents.at(-1);
    const isEnd = last !== undefined && storedEvents.length < limit;
    const head = isEnd ? last.revision + 1 : (await ledgerStreams.read(serverId)).entries.state.head;
    if (after > head) throw new Refusal('ledger-position', 'after');
    return { entries: await this.buildEntries(storedEvents), head };
  }

  /** Returns the entries before the position `beforePosition`, newest first. */
  async readEntriesBefore(serverId: number, beforePosition: number, limit: number): Promise<LedgerEntry[]> {
    const { head } = (await this.services.ledgerStreams.read(serverId)).entries.state;
    const end = Math.min(beforePosition - 1, head);
    const after = Math.max(0, end - limit);
    if (end <= after) return [];
    return (await this.readEntries(serverId, after, end - after)).entries.reverse();
  }

  async findRecord(serverId: number): Promise<GameServerRecord> {
    return (
      (await this.services.vault.findGameServerRecords([serverId])).get(serverId) ?? createGameServerRecord(serverId)
    );
  }

  /**
   * Positions only move forward. Results of entries that were acknowledged before are ignored.
   * @throws Refusal ledger-position
   */
  async acknowledge(
    serverId: number,
    position: number,
    results: readonly EntryResult[],
  ): Promise<{ acknowledged: number; head: number }> {
    const { vault, ledgerStreams } = this.services;
    const { head } = (await ledgerStreams.read(serverId)).entries.state;
    if (position > head) throw new Refusal('ledger-position', 'pos');
    const { acknowledged } = await this.findRecord(serverId);
    if (position <= acknowledged) return { acknowledged, head };
    const failures = await this.findFailures(serverId, acknowledged, position, results);
    const acknowledgedAt = new Date().toISOString();
    await vault.editGameServerRecord(serverId, (record) =>
      position <= record.acknowledged
        ? record
        : {
            ...record,
            acknowledged: position,
            acknowledgedAt,
            failures: [...record.failures, ...failures].slice(-maxFailures),
          },
    );
    return { acknowledged: position, head };
  }

  /** Entries after `position` are sent again. @throws Refusal ledger-position @throws RateLimitExceeded */
  async reset(
    serverId: number,
    position: number,
    reason: string,
    context: CommandContext,
  ): Promise<{ acknowledged: number; head: number }> {
    const { vault, texts, ledgerStreams, limits } = this.services;
    await limits.take('game-reset', String(serverId));
    const { head } = (await ledgerStreams.read(serverId)).entries.state;
    if (position > head) throw new Refusal('ledger-position', 'reset');
    const { acknowledged: from } = await this.findRecord(serverId);
    const sealedReason = await texts.seal(serverId, reason);
    await ledgerStreams.record(
      { type: 'ResetLedger', serverId, from, to: position, head, reason: sealedReason },
      context,
    );
    await vault.editGameServerRecord(serverId, (record) => ({
      ...record,
      acknowledged: position,
      failures: record.failures.filter((failure) => failure.position <= position),
    }));
    return { acknowledged: position, head };
  }

  async recordContact(serverId: number): Promise<void> {
    const now = Date.now();
    if (now - (this.contactAtMs.get(serverId) ?? 0) < contactIntervalMs) return;
    this.contactAtMs.set(serverId, now);
    await this.services.vault.editGameServerRecord(serverId, (record) => withContact(record, now));
  }

  private async findFailures(serverId: number, from: number, to: number, results: readonly EntryResult[]) {
    const errors = new Map(results.flatMap((result) => (result.ok ? [] : [[result.id, result.error ?? '']])));
    const failures: GameServerRecord['failures'][number][] = [];
    const at = new Date().toISOString();
    for (let next = from; next < to && failures.length < errors.size; next += gameLimits.entries) {
      const count = Math.min(to - next, gameLimits.entries);
      for (const { id, revision } of await this.services.log.readStream(streams.ledger(serverId), next, count)) {
        const error = errors.get(id);
        if (error !== undefined) failures.push({ position: revision + 1, error, at });
      }
    }
    return failures;
  }

  private async buildEntries(storedEvents: readonly StoredEvent[]): Promise<LedgerEntry[]> {
    const { gameAccounts, texts } = this.services;
    const addedEntries = storedEvents.flatMap(({ id, revision, type, data }) => {
      const event = upcastEvent(type, data);
      return event?.type === 'LedgerEntryAdded.v1' ? [{ id, position: revision + 1, ...event.data }] : [];
    });
    const accounts = await gameAccounts.describe(addedEntries.map(({ accountId }) => accountId));
    const reasons = addedEntries.flatMap(({ change }) => (change.kind === 'ban' && change.reason) || []);
    const openedReasons = await texts.open(reasons);
    return addedEntries.map(({ id, position, at, accountId, originId, change }) => ({
      id,
      position,
      at,
      accountId,
      originId,
      kind: change.kind,
      account: accounts.get(accountId) ?? null,
      userId: gameAccounts.findMember(accountId),
      ...('rank' in change && { rank: change.rank }),
      ...(change.kind === 'ban' && {
        reason: change.reason && (openedReasons.get(change.reason)?.text ?? null),
        until: change.until,
      }),
    }));
  }
}
