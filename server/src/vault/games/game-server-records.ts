import type { RefusalCode } from '@guildhall/domain/refusals.js';

/** A game server's progress through its ledger. */
export interface GameServerRecord {
  /** The game server's id. */
  id: number;
  /** The position of the last entry that the server has applied. */
  acknowledged: number;
  acknowledgedAt: string | null;
  contactAt: string | null;
  /** The first contact of an unbroken series. Missing in records from older versions. */
  connectedAt?: string;
  /** The latest entries that the server could not apply, oldest first. */
  failures: readonly { position: number; error: string; at: string }[];
}

export const createGameServerRecord = (id: number): GameServerRecord => ({
  id,
  acknowledged: 0,
  acknowledgedAt: null,
  contactAt: null,
  failures: [],
});

/** A waiting call takes 30 seconds, and NamelessMC's plugin calls at least once a minute. */
const connectionTimeoutMs = 120_000;

export const isConnected = ({ contactAt }: Pick<GameServerRecord, 'contactAt'>, now: number): boolean =>
  contactAt !== null && now - Date.parse(contactAt) < connectionTimeoutMs;

export function withContact(record: GameServerRecord, now: number): GameServerRecord {
  const contactAt = new Date(now).toISOString();
  return { ...record, contactAt, connectedAt: (isConnected(record, now) && record.connectedAt) || contactAt };
}

/** The result of a report, so that a retry does not act on what has changed since. */
export interface AnsweredReport {
  /** The id of the report's command. */
  id: string;
  /** Missing in reports from older versions. */
  serverId?: number;
  /** Why the report was refused. */
  code?: RefusalCode;
  answeredAt: string;
}

export interface GameServerRecordCalls {
  findGameServerRecords(ids: readonly number[]): Promise<Map<number, GameServerRecord>>;
  /** Atomic. Creates the record if it is missing. `change` may be called repeatedly and must not throw. */
  editGameServerRecord(id: number, change: (record: GameServerRecord) => GameServerRecord): Promise<void>;

  findAnsweredReports(ids: readonly string[]): Promise<AnsweredReport[]>;
  /** The first result of a report remains. */
  saveAnsweredReports(reports: readonly AnsweredReport[]): Promise<void>;
  pruneAnsweredReports(answeredBefore: string): Promise<void>;
  /** Removes the oldest if the game server has more than `max`. */
  limitAnsweredReports(serverId: number, max: number): Promise<void>;
}
