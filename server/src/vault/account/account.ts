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
  /** The address as folded by `foldLogin`. */
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
  /** When the queue sends the email or, once it has been sent, when its record is removed. Null means never. */
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
  findAccount(id: number): Promise<Account | null>;
  /** Ignores case. */
  findAccountByLogin(emailOrUsername: string): Promise<Account | null>;
  /** Atomic. `change` may be called repeatedly and must not throw. If it returns null, the account stays unchanged. */
  editAccount(id: number, change: AccountEdit): Promise<AccountEdited>;
  listAccountNames(afterId: number, limit: number): Promise<AccountName[]>;
  findAccountNames(ids: readonly number[]): Promise<AccountName[]>;
  findStaleAccounts(state: 'unregistered' | 'unverified', createdBefore: string, limit: number): Promise<Account[]>;
  findAuthorKeys(ids: readonly number[]): Promise<Map<number, Uint8Array>>;
  findDueMails(now: string, limit: number): Promise<DueMail[]>;
  findUnsentMails(limit: number): Promise<DueMail[]>;
  /** Returns the latest pauses first. */
  findPausedAccounts(beforeOrder: string | null, limit: number): Promise<{ account: Account; order: string }[]>;
}
