import type { Ban } from '../staff/events.js';
import type { conflictRules, serverEditions } from './limits.js';

export type ServerEdition = (typeof serverEditions)[number];
/** Decides which change wins if the site and the game server both change the same thing. */
export type ConflictRule = (typeof conflictRules)[number];

export interface MappedRank {
  roleId: number;
  rank: string;
}

export interface GameServerFields {
  name: string;
  /** One of the site's game modes. */
  mode: string | null;
  /** `host` or `host:port`. Empty if the server is not pinged. */
  address: string;
  edition: ServerEdition;
  /** Highest rank first. */
  ranks: readonly MappedRank[];
  /** The console commands into which ledger entries are translated. */
  templates: { ban: string; unban: string; rankAdd: string; rankRemove: string };
  conflicts: { bans: ConflictRule; ranks: ConflictRule };
  /** The server can assign and remove only roles that have no more rights than this one, and ban only their holders. */
  highestRoleId: number;
  /** Whether a ban in the game also bans the linked member on the site. */
  bansOnSite: boolean;
}

/** The events in the `games` stream. An account's identity and names are in the vault. */
export type GamesEvent =
  | { type: 'GameServerCreated.v1'; data: { serverId: number } & GameServerFields }
  | { type: 'GameServerChanged.v1'; data: { serverId: number } & GameServerFields & { before: GameServerFields } }
  | { type: 'GameServerRemoved.v1'; data: { serverId: number; before: GameServerFields } }
  /** `serverId` is the game server that confirmed the link, or null if staff restored it. */
  | { type: 'GameAccountLinked.v1'; data: { accountId: number; userId: number; serverId: number | null } }
  | { type: 'GameAccountUnlinked.v1'; data: { accountId: number; userId: number } }
  /** A ban on all game servers. `before` is the previous ban. */
  | { type: 'PlayerBanned.v1'; data: { accountId: number } & Ban & { before: Ban | null; since: string } }
  | { type: 'PlayerUnbanned.v1'; data: { accountId: number; before: Ban } };

/** A change that a game server has to make, or has made itself. Reasons are sealed, as they are in resets. */
export type GameChange =
  | { kind: 'ban'; reason: string | null; until: string | null }
  | { kind: 'unban' }
  | { kind: 'rank.add' | 'rank.remove'; rank: string }
  | { kind: 'link'; userId: number }
  | { kind: 'unlink' };

interface AccountChange {
  serverId: number;
  accountId: number;
  change: GameChange;
  /** In ISO 8601 and UTC. */
  at: string;
}

/**
 * The only event type in the `ledger-<server>` stream. An entry's position is its revision in this stream plus one, so
 * a server's positions have no gaps. `originId` is the member or game server whose action caused the entry.
 */
export type LedgerEvent = {
  type: 'LedgerEntryAdded.v1';
  data: AccountChange & { originId: number | null };
};

/** The events in the `gamereports-<server>` stream. */
export type GameReportEvent =
  /** The server did this itself, after it had applied the entries up to `position`. */
  | { type: 'GameReportRecorded.v1'; data: AccountChange & { position: number } }
  /** The server was restored from a backup. It has lost what it reported, and receives the entries after `to` again. */
  | { type: 'LedgerReset.v1'; data: { serverId: number; from: number; to: number; head: number; reason: string } };
