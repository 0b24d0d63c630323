import type { GameIdentity } from '@guildhall/domain/games/identity.js';
import type { FormerName } from '../account/account.js';

/** An account in the game, linked to a member or not. The log contains only its id. */
export interface GameAccount extends GameIdentity {
  id: number;
  name: string;
  /** Oldest first. */
  formerNames: readonly FormerName[];
  /** Accurate only to an hour. */
  seenAt: string;
  /** By game server: the ranks that it reported last, for servers that report all ranks whenever one changes. */
  reportedRanks?: Readonly<Record<number, readonly string[]>>;
}

/** The time that an account spends on a game server without leaving it. */
export interface PlayerSession {
  /** Has the form `<account> <server> after <time of the former join>`. */
  id: string;
  accountId: number;
  serverId: number;
  joinedAt: string;
  /** The last time at which the game server reported the player, accurate only to five minutes. */
  seenAt: string;
  /** Null while the player is on the game server. */
  leftAt: string | null;
}

/**
 * A code that proves who holds it. It is held by a member, who enters it in the game, or by a game account, whose
 * player enters it on the site.
 */
export interface GameCode {
  /** `member <id>` or `account <id> <server>`, so that a new code replaces the former one. */
  id: string;
  /** The HMAC of the code. */
  hash: string;
  userId: number | null;
  accountId: number | null;
  /** The game server that vouches for the account. */
  serverId: number | null;
  expiresAt: string;
  /** Has the form of `id`. Null until the code is used. */
  usedBy: string | null;
}

/** A cached picture of the player's face. */
export interface GameHead {
  /** The id of the account. */
  id: number;
  /** A WebP picture in base64. Null if there is none. */
  bytes: string | null;
  /** The service that fetched the picture, from the settings at that time. */
  source: string;
  fetchedAt: string;
  /** Whether the last fetch failed. */
  failed: boolean;
}

export interface GameAccountCalls {
  /** @returns the stored account, which is another one if this identity already has one */
  addGameAccount(account: GameAccount): Promise<GameAccount>;
  findGameAccounts(ids: readonly number[]): Promise<GameAccount[]>;
  findGameAccountsWith(identities: readonly GameIdentity[]): Promise<GameAccount[]>;
  /** Ignores case. Returns the most recently seen accounts first. */
  findGameAccountsNamed(name: string, limit: number): Promise<GameAccount[]>;
  /** Ignores case. Returns the accounts in the order of their names. */
  findGameAccountsStartingWith(start: string, limit: number): Promise<GameAccount[]>;
  /** Records that the account was seen under this name, and retains its former names. Ignores an earlier time. */
  seeGameAccount(id: number, name: string, seenAt: string): Promise<void>;
  saveReportedRanks(id: number, serverId: number, ranks: readonly string[]): Promise<void>;
  findGameAccountsSeenBefore(seenBefore: string, afterId: number, limit: number): Promise<GameAccount[]>;
  /** @returns false, and removes nothing, if the account has been seen since then */
  removeUnseenGameAccount(id: number, seenBefore: string): Promise<boolean>;
  /** Also removes the accounts' sessions, codes and pictures. */
  removeGameAccounts(ids: readonly number[]): Promise<void>;

  /** @returns false if it already exists */
  addPlayerSession(session: PlayerSession): Promise<boolean>;
  changePlayerSession(id: string, change: Partial<Pick<PlayerSession, 'seenAt' | 'leftAt'>>): Promise<void>;
  findOpenPlayerSessions(serverId: number, limit: number): Promise<PlayerSession[]>;
  hasPlayerSessions(serverId: number): Promise<boolean>;
  countOpenPlayerSessions(serverId: number, seenAfter: string): Promise<number>;
  findLastPlayerSession(accountId: number, serverId: number): Promise<PlayerSession | null>;
  findOpenPlayerSessionsSeenBefore(seenBefore: string, limit: number): Promise<PlayerSession[]>;
  /** Returns the newest sessions first. */
  findPlayerSessionsBefore(accountId: number, joinedBefore: string | null, limit: number): Promise<PlayerSession[]>;
  prunePlayerSessions(joinedBefore: string): Promise<void>;
  /** Removes the oldest if the game server has more than `max`. */
  limitPlayerSessions(serverId: number, max: number): Promise<void>;

  /** Replaces its holder's former code. */
  saveGameCode(code: GameCode): Promise<void>;
  findGameCode(hash: string): Promise<GameCode | null>;
  /** Atomic. @returns false if the code was replaced or if another has used it */
  useGameCode(code: GameCode, usedBy: string): Promise<boolean>;
  pruneGameCodes(expiredBefore: string): Promise<void>;

  saveGameHead(head: GameHead): Promise<void>;
  findGameHead(accountId: number): Promise<GameHead | null>;
  pruneGameHeads(fetchedBefore: string): Promise<void>;
}
