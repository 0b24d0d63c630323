import type { AccountCalls } from './account/account.js';
import type { BookmarkCalls } from './bookmarks.js';
import type { DeliveryCalls } from './deliveries/pending-deliveries.js';
import type { FileCalls } from './files.js';
import type { GameServerRecordCalls } from './games/game-server-records.js';
import type { GameAccountCalls } from './games/game-accounts.js';
import type { ServerStatusCalls } from './games/server-statuses.js';
import type { LogBindingCalls } from './log-binding.js';
import type { PresenceCalls } from './presence-rows.js';
import type { PushDeviceCalls } from './deliveries/push-devices.js';
import type { ReactionCalls } from './reactions.js';
import type { ReadMarkCalls } from './read-marks.js';
import type { SessionCalls } from './account/session.js';

export interface ProgramCalls {
  /** The first use creates the key that seals the program's texts. */
  recordProgramUse(id: number, usedAt: string): Promise<void>;
  findProgramUses(ids: readonly number[]): Promise<Map<number, string>>;
}

export interface BannedAddressCalls {
  /** Stores only the HMAC, and only until the erased account's ban expires. A null `until` means that it never does. */
  banAddress(hmac: string, until: string | null): Promise<void>;
  isAddressBanned(hmac: string, now: string): Promise<boolean>;
  pruneBannedAddresses(now: string): Promise<void>;
}

export interface ChoiceCalls {
  findChoice(userId: number, name: string): Promise<string | null>;
  findChoices(userIds: readonly number[], name: string): Promise<Map<number, string>>;
  /** Atomic. `change` receives null if nothing is stored, may be called repeatedly, and must not throw. */
  editChoice(userId: number, name: string, change: (value: string | null) => string): Promise<void>;
}

/**
 * Contains everything that must be erasable or secret, and is backed up separately from the log. SQLite and MongoDB
 * pass the same contract tests. Every write is durable before it resolves. Every method can throw `VaultUnavailable`,
 * but no other error.
 */
export interface Vault
  extends
    AccountCalls,
    SessionCalls,
    FileCalls,
    ReadMarkCalls,
    ChoiceCalls,
    BannedAddressCalls,
    BookmarkCalls,
    DeliveryCalls,
    GameAccountCalls,
    GameServerRecordCalls,
    LogBindingCalls,
    PresenceCalls,
    ProgramCalls,
    PushDeviceCalls,
    ReactionCalls,
    ServerStatusCalls {
  /**
   * Removes everything personal, including `gameAccounts`, except the files in `keptFiles` and, without `dropKey`, the
   * key that keeps the author's posts readable. In SQLite, nothing remains on the disk. MongoDB overwrites freed
   * space at its own pace. Idempotent.
   */
  eraseAccount(
    id: number,
    dropKey: boolean,
    lists?: { keptFiles?: readonly string[]; gameAccounts?: readonly number[] },
  ): Promise<void>;
  close(): Promise<void>;
}

/** Must cause a 503, and must never be treated like an erasure. */
export class VaultUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultUnavailable';
  }
}

/** The vault has the records, but the store with the files' bytes does not respond. */
export class FilesUnavailable extends VaultUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FilesUnavailable';
  }
}

export class VaultDamaged extends VaultUnavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The vault is damaged (${reason}): restore it from a backup`, options);
    this.name = 'VaultDamaged';
  }
}

/** Nothing can be sealed for an author without a key. */
export class AuthorErased extends Error {
  constructor(authorId: number) {
    super(`The key of author ${authorId} has been erased`);
    this.name = 'AuthorErased';
  }
}
