import type { FileCalls } from './files.js';
import type { LogBindingCalls } from './log-binding.js';
import type { ReactionCalls } from './reactions.js';
import type { ReadMarkCalls } from './read-marks.js';

/**
 * The vault: everything that must be erasable or secret. Accounts with their per-author keys and pending mails, their
 * sessions, files, read marks and choices. Mutable, backed up separately from the log. Two adapters implement it,
 * SQLite and MongoDB; one contract suite runs on both. Every write is on the disk (SQLite) or majority-written
 * (MongoDB) before it resolves. Times are ISO 8601 strings in UTC. Every method may throw `VaultUnavailable`, and
 * nothing else.
 */
export interface Account {
  id: number;
  username: string;
  email: string;
  /** Encoded argon2id hash. */
  passwordHash: string;
  avatar: string | null;
  createdAt: string;
  /** The log is authoritative; this copy saves the sweep a read of the log. */
  registered: boolean;
  verified: boolean;
  mails: readonly AccountMail[];
  /** Off if null, or absent in older accounts. */
  twoStep?: TwoStep | null;
  /** Absent until the member writes something there. */
  about?: AboutAccount;
  /** Names that the member gave up, newest last; absent until they change theirs. */
  formerNames?: readonly FormerName[];
  /** When the member closed the last page or logged out; absent until then. */
  seenAt?: string;
  /** HMACs of browsers and addresses from which the member has logged in, see `accounts/login/known-callers.ts`. */
  knownCallers?: readonly string[];
}

export interface FormerName {
  username: string;
  until: string;
}

export interface AboutAccount {
  title: string | null;
  bio: string | null;
  links: readonly { label: string; url: string }[];
  /** Hides from others when the member was last seen. */
  hideSeen: boolean;
}

export interface TwoStep {
  /** The base32 secret from which the codes are computed. */
  secret: string;
  /** False during set-up, until a first code has been entered. */
  on: boolean;
  /** Newest time step whose code was used: codes up to it are invalid. */
  lastStep: number;
  /** HMACs of unused recovery codes. */
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

/** Stored until its link has expired or no further attempt is needed. Text and token are generated when it is sent. */
export interface AccountMail {
  id: string;
  kind: MailKind;
  /** The recipient if it is not the account's own address. */
  to?: string | null;
  createdAt: string;
  expiresAt: string;
  sentAt: string | null;
  /** When the link of a verification was followed; absent until then. */
  usedAt?: string;
  attempts: number;
  /** When the queue must process it next: to send it or, once sent, to drop it at its expiry. null means never. */
  dueAt: string | null;
  lastError: string | null;
}

export interface NewAccount extends Account {
  /** 32 bytes: the key under which this author's texts are sealed. */
  key: Uint8Array;
}

/** Every server caches these fields of all accounts. */
export interface AccountName {
  id: number;
  username: string;
  email: string;
  verified: boolean;
  avatar: string | null;
  createdAt: string;
  formerNames?: readonly FormerName[];
}

export interface Session {
  /** 128 random bits in base64url. */
  id: string;
  userId: number;
  createdAt: string;
  expiresAt: string;
  userAgent: string;
  /** When it was last used, to the quarter of an hour; absent until a quarter of an hour after its login. */
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
  /** Atomic: account, key and pending mail are one document. Names and addresses are unique, ignoring case. */
  createAccount(account: NewAccount): Promise<AccountCreated>;
  account(id: number): Promise<Account | null>;
  /** Ignores case. */
  accountByLogin(emailOrUsername: string): Promise<Account | null>;
  /**
   * Atomically changes an account to the result of `change`, so that single-use items are used only once, on several
   * servers too. `change` may be called again and must not throw; null leaves the account unchanged.
   */
  editAccount(id: number, change: AccountEdit): Promise<AccountEdited>;
  /** Ascending by id; 0 starts at the first. Excludes erased accounts. */
  accountNames(afterId: number, limit: number): Promise<AccountName[]>;
  accountNamesOf(ids: readonly number[]): Promise<AccountName[]>;
  /** Oldest first. */
  staleAccounts(state: 'unregistered' | 'unverified', createdBefore: string, limit: number): Promise<Account[]>;
  /** An author without a key is absent from the map. */
  authorKeys(ids: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Longest due first. */
  dueMails(now: string, limit: number): Promise<DueMail[]>;
  /** Waiting or failed, starting with the account that has waited longest. */
  unsentMails(limit: number): Promise<DueMail[]>;
}

export interface SessionCalls {
  createSession(session: Session): Promise<void>;
  session(id: string): Promise<Session | null>;
  sessionsOf(userId: number): Promise<Session[]>;
  /** Does nothing if the session has ended. */
  useSession(id: string, usedAt: string): Promise<void>;
  endSession(id: string): Promise<void>;
  /** `exceptId` remains. */
  endSessions(userId: number, exceptId?: string): Promise<void>;
  pruneSessions(expiredBefore: string): Promise<void>;
}

export interface BannedAddressCalls {
  /**
   * Blocks an address, stored only as its HMAC, until the end of a ban whose account was erased; null blocks
   * permanently.
   */
  banAddress(hmac: string, until: string | null): Promise<void>;
  isAddressBanned(hmac: string, now: string): Promise<boolean>;
  pruneBannedAddresses(now: string): Promise<void>;
}

/** Private choices of a member. */
export interface ChoiceCalls {
  /** JSON; null if no choice was made. */
  choice(userId: number, name: string): Promise<string | null>;
  setChoice(userId: number, name: string, value: string): Promise<void>;
}

export interface Vault
  extends
    AccountCalls,
    SessionCalls,
    FileCalls,
    ReadMarkCalls,
    ChoiceCalls,
    BannedAddressCalls,
    LogBindingCalls,
    ReactionCalls {
  /**
   * Removes everything personal: the name is free again; mails, sessions and the records of files are erased, except
   * those with the ids `keptFiles`. `dropKey` removes the key too; otherwise it remains and the author's texts stay
   * readable. On SQLite nothing of it is left on the disk; MongoDB overwrites freed space at its own pace. Idempotent;
   * a missing account is not an error.
   */
  eraseAccount(id: number, dropKey: boolean, keptFiles?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The vault is unavailable: respond with 503, never as if it were erased. */
export class VaultUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultUnavailable';
  }
}

/** A part of the vault is permanently unreadable. */
export class VaultDamaged extends VaultUnavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The vault is damaged (${reason}): restore it from a backup`, options);
    this.name = 'VaultDamaged';
  }
}

/** The author's key is erased: nothing can be sealed for them. */
export class AuthorErased extends Error {
  constructor(authorId: number) {
    super(`The key of author ${authorId} is erased`);
    this.name = 'AuthorErased';
  }
}
