import type { BookmarkCalls } from './bookmarks.js';
import type { DeliveryCalls } from './deliveries/pending-deliveries.js';
import type { FileCalls } from './files.js';
import type { GameAccountCalls } from './games/game-accounts.js';
import type { LogBindingCalls } from './log-binding.js';
import type { PresenceCalls } from './presence-rows.js';
import type { PushDeviceCalls } from './deliveries/push-devices.js';
import type { ReactionCalls } from './reactions.js';
import type { ReadMarkCalls } from './read-marks.js';

export interface Account {
  id: number;
  username: string;
  email: string;
  passwordHash: string;
  avatar: string | null;
  createdAt: string;
  registered: boolean;
  verified: boolean;
  mails: readonly AccountMail[];
  /** Null or absent if two-step login is off. */
  twoStep?: TwoStep | null;
  about?: AboutAccount;
  formerNames?: readonly FormerName[];
  seenAt?: string;
  knownCallers?: readonly string[];
  /** Set after a mail server has refused the address permanently. Has no effect on another address. */
  emailPause?: EmailPause | null;
}

export interface EmailPause {
  /** Folded. */
  address: string;
  at: string;
  /** Does not contain the address. */
  reason: string;
}

export interface FormerName {
  username: string;
  until: string;
}

export interface AboutAccount {
  title: string | null;
  bio: string | null;
  links: readonly { label: string; url: string }[];
  hideSeen: boolean;
}

export interface TwoStep {
  secret: string;
  on: boolean;
  /** Codes up to and including this time step are invalid. */
  lastStep: number;
  recovery: readonly string[];
}

export type MailKind =
  | 'verify'
  | 'reset'
  | 'already-registered'
  | 'confirm-address'
  | 'address-changed'
  | 'password-changed'
  | 'two-step-changed'
  | 'test';

export interface AccountMail {
  id: string;
  kind: MailKind;
  /** The recipient, if it differs from the account's own address. */
  to?: string | null;
  createdAt: string;
  expiresAt: string;
  sentAt: string | null;
  usedAt?: string;
  attempts: number;
  /**
   * The time at which the queue sends the email. For one that has been sent, the expiry at which it is removed. Null
   * means never.
   */
  dueAt: string | null;
  lastError: string | null;
}

export interface NewAccount extends Account {
  /** 32 bytes long. */
  key: Uint8Array;
}

export interface AccountName {
  id: number;
  username: string;
  email: string;
  verified: boolean;
  avatar: string | null;
  createdAt: string;
  formerNames?: readonly FormerName[];
  hideSeen?: true;
  emailPaused?: true;
}

export interface Session {
  /** 128 random bits in base64url. */
  id: string;
  userId: number;
  createdAt: string;
  expiresAt: string;
  userAgent: string;
  /** Accurate only to a quarter of an hour. */
  usedAt?: string;
}

export type AccountCreated = 'created' | 'same-id' | 'username-taken' | 'email-taken';
export type AccountChange = Partial<Omit<Account, 'id' | 'createdAt'>>;
export type AccountEdit = (account: Account) => AccountChange | null;
export type AccountEdited = 'changed' | 'unchanged' | 'missing' | 'username-taken' | 'email-taken';
export interface DueMail {
  account: Account;
  mail: AccountMail;
}

export interface AccountCalls {
  /** Atomic. Names and addresses must be unique, ignoring case. */
  createAccount(account: NewAccount): Promise<AccountCreated>;
  account(id: number): Promise<Account | null>;
  /** Ignores case. */
  accountByLogin(emailOrUsername: string): Promise<Account | null>;
  /** Atomic. `change` may be called repeatedly and must not throw. If it returns null, the account stays unchanged. */
  editAccount(id: number, change: AccountEdit): Promise<AccountEdited>;
  accountNames(afterId: number, limit: number): Promise<AccountName[]>;
  accountNamesOf(ids: readonly number[]): Promise<AccountName[]>;
  staleAccounts(state: 'unregistered' | 'unverified', createdBefore: string, limit: number): Promise<Account[]>;
  authorKeys(ids: readonly number[]): Promise<Map<number, Uint8Array>>;
  dueMails(now: string, limit: number): Promise<DueMail[]>;
  unsentMails(limit: number): Promise<DueMail[]>;
  /** Returns the latest pauses first. */
  pausedAccounts(limit: number): Promise<Account[]>;
}

export interface LastSeen {
  at: string | null;
  isHidden: boolean;
}

export interface SessionCalls {
  createSession(session: Session): Promise<void>;
  session(id: string): Promise<Session | null>;
  sessionsOf(userId: number): Promise<Session[]>;
  /** Includes only existing accounts. */
  lastSeen(userIds: readonly number[]): Promise<Map<number, LastSeen>>;
  useSession(id: string, usedAt: string): Promise<void>;
  endSession(id: string): Promise<void>;
  endSessions(userId: number, exceptId?: string): Promise<void>;
  pruneSessions(expiredBefore: string): Promise<void>;
}

export interface ProgramCalls {
  /** The first use creates the key that seals the program's texts. */
  recordProgramUse(id: number, usedAt: string): Promise<void>;
  programUses(ids: readonly number[]): Promise<Map<number, string>>;
}

export interface BannedAddressCalls {
  /** Stores only the HMAC until the ban of an erased account ends. Null means that it never ends. */
  banAddress(hmac: string, until: string | null): Promise<void>;
  isAddressBanned(hmac: string, now: string): Promise<boolean>;
  pruneBannedAddresses(now: string): Promise<void>;
}

export interface ChoiceCalls {
  choice(userId: number, name: string): Promise<string | null>;
  choices(userIds: readonly number[], name: string): Promise<Map<number, string>>;
  setChoice(userId: number, name: string, value: string): Promise<void>;
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
    LogBindingCalls,
    PresenceCalls,
    ProgramCalls,
    PushDeviceCalls,
    ReactionCalls {
  /**
   * Removes everything personal, including these game accounts, except the files in `keptFiles` and, without `dropKey`,
   * the key that keeps the author's posts readable. In SQLite, nothing remains on the disk. MongoDB overwrites freed
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

/** The records are in the vault, but the store of the files' bytes does not respond. */
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
