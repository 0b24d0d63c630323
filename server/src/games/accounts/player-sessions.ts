import type { PlayerSession } from '../../vault/games/game-accounts.js';
import { createGameServerRecord } from '../../vault/games/game-server-records.js';
import type { Vault } from '../../vault/vault.js';
import type { ReportedPresence } from '../../status/server-statuses.js';

export type SessionReport =
  | { kind: 'join'; at: string }
  | { kind: 'leave'; at: string }
  /** `seconds` is how long the player has been on the game server without leaving it. */
  | { kind: 'playtime'; at: string; seconds: number };

const dayMs = 86_400_000;
/** A game server that stops without a report leaves sessions open. */
const maxSilenceMs = dayMs;
const lifetimeMs = 90 * dayMs;
/** Allows 11,000 sessions a day for as long as they are stored. */
const maxSessionsPerServer = 1_000_000;
/** Writing the time on every report would be too expensive. */
const seenIntervalMs = 300_000;
const maxOnline = 10_000;
const batchSize = 500;

/** Records when players join and leave game servers. Times are in ISO 8601. Future times count as now. */
export class PlayerSessions {
  constructor(private readonly vault: Vault) {}

  async record(accountId: number, serverId: number, report: SessionReport, now = Date.now()): Promise<void> {
    const at = limitTime(now, report.at);
    if (at < subtractTime(now, lifetimeMs)) return;
    const last = await this.vault.findLastPlayerSession(accountId, serverId);
    const open = last?.leftAt === null ? [last] : [];
    if (report.kind === 'leave') await this.end(open, at);
    else if (report.kind === 'join') await this.begin(accountId, serverId, at, last);
    else if (open.length > 0) await this.extend(open, at);
    else await this.begin(accountId, serverId, at, last, report.seconds);
  }

  /** `secondsByAccount` lists all players on the game server, and how long they have been there. */
  async recordOnline(
    serverId: number,
    secondsByAccount: ReadonlyMap<number, number>,
    reportedAt: string,
    now = Date.now(),
  ): Promise<void> {
    const at = limitTime(now, reportedAt);
    const open = await this.vault.findOpenPlayerSessions(serverId, maxOnline);
    const [present, gone] = [true, false].map((isOnline) =>
      open.filter(({ accountId }) => secondsByAccount.has(accountId) === isOnline),
    ) as [PlayerSession[], PlayerSession[]];
    await this.end(gone, at);
    await this.extend(present, at);
    const presentIds = new Set(present.map(({ accountId }) => accountId));
    for (const [accountId, seconds] of secondsByAccount)
      if (!presentIds.has(accountId)) await this.record(accountId, serverId, { kind: 'playtime', at, seconds }, now);
  }

  /** Returns null if the game server has reported no player in the last 90 days. */
  async readPresence(serverId: number): Promise<ReportedPresence | null> {
    if (!(await this.vault.hasPlayerSessions(serverId))) return null;
    const record = (await this.vault.findGameServerRecords([serverId])).get(serverId);
    const { contactAt, connectedAt } = record ?? createGameServerRecord(serverId);
    return { players: await this.countOnline(serverId), contactAt, ...(connectedAt && { connectedAt }) };
  }

  countOnline(serverId: number, now = Date.now()): Promise<number> {
    return this.vault.countOpenPlayerSessions(serverId, subtractTime(now, maxSilenceMs));
  }

  /** Ends sessions that had no report for a day. Removes old ones, and the oldest of each game server with too many. */
  async sweep(serverIds: Iterable<number>, now = Date.now()): Promise<void> {
    for (;;) {
      const silent = await this.vault.findOpenPlayerSessionsSeenBefore(subtractTime(now, maxSilenceMs), batchSize);
      for (const { id, seenAt } of silent) await this.vault.changePlayerSession(id, { leftAt: seenAt });
      if (silent.length < batchSize) break;
    }
    await this.vault.prunePlayerSessions(subtractTime(now, lifetimeMs));
    for (const serverId of serverIds) await this.vault.limitPlayerSessions(serverId, maxSessionsPerServer);
  }

  /** A player who joins must have left before, even if no report said so. Repeated and late reports change nothing. */
  private async begin(
    accountId: number,
    serverId: number,
    at: string,
    last: PlayerSession | null,
    secondsBefore = 0,
  ): Promise<void> {
    const earliestMs = last ? Math.max(Date.parse(last.joinedAt) + 1, Date.parse(last.leftAt ?? last.seenAt)) : 0;
    if (Date.parse(at) < earliestMs) return;
    if (last?.leftAt === null) await this.vault.changePlayerSession(last.id, { leftAt: last.seenAt });
    const joinedMs = Date.parse(at) - Math.min(1_000 * secondsBefore, lifetimeMs);
    const joinedAt = new Date(Math.max(joinedMs, earliestMs)).toISOString();
    // Named after the former session, so that two servers that receive reports about the same join begin only one.
    const id = `${accountId} ${serverId} after ${last?.joinedAt ?? 'none'}`;
    await this.vault.addPlayerSession({ id, accountId, serverId, joinedAt, seenAt: at, leftAt: null });
  }

  private async end(open: readonly PlayerSession[], at: string): Promise<void> {
    for (const { id, joinedAt, seenAt } of open) {
      if (at < joinedAt) continue;
      const leftAt = at > seenAt ? at : seenAt;
      await this.vault.changePlayerSession(id, { seenAt: leftAt, leftAt });
    }
  }

  private async extend(open: readonly PlayerSession[], at: string): Promise<void> {
    for (const { id, seenAt } of open)
      if (Date.parse(at) - Date.parse(seenAt) >= seenIntervalMs)
        await this.vault.changePlayerSession(id, { seenAt: at });
  }
}

const subtractTime = (now: number, ms: number): string => new Date(now - ms).toISOString();

const limitTime = (now: number, at: string): string => new Date(Math.min(Date.parse(at), now)).toISOString();
