import { domainToASCII, domainToUnicode } from 'node:url';
import { foldName, trimInvisible } from '@guildhall/domain/account/names.js';
import type { Account, AccountChange, AccountMail, AccountName, DueMail, EmailPause } from './account.js';
import type { Session } from './session.js';

export interface AccountDocument {
  id: number;
  key: string;
  account: Account | null;
  usernameFold: string;
  emailFold: string;
  createdAt: string | null;
  registered: boolean;
  verified: boolean;
  mailDueAt: string | null;
  mailUnsentAt: string | null;
  /** Ends with the id, which sorts simultaneous pauses. Missing in documents of versions without email pauses. */
  emailPausedAt?: string | null;
}

/** Also converts an address's domain to ASCII. */
export function foldLogin(typedLogin: string): string {
  const foldedLogin = foldName(typedLogin);
  const domain = foldedLogin.slice(foldedLogin.lastIndexOf('@') + 1);
  if (domain === foldedLogin || isAscii(domain)) return foldedLogin;
  return foldedLogin.slice(0, -domain.length) + domainToASCII(domain);
}

/** Converts the domain to its native script. Returns null if it is invalid. */
export function toReadableAddress(typedAddress: string): string | null {
  const address = trimInvisible(typedAddress.normalize('NFKC'));
  const [, name, domain] = /^(.*)@([^@]*)$/s.exec(address) ?? [];
  if (name === undefined || domain === undefined || (isAscii(domain) && !/xn--/i.test(domain))) return address;
  const ascii = domainToASCII(domain);
  const unicodeDomain = domainToUnicode(ascii);
  if (ascii === '') return null;
  return `${name}@${domainToASCII(unicodeDomain) === ascii ? unicodeDomain : ascii}`;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

export function toAccountDocument(key: string, account: Account): AccountDocument {
  const pause = getActivePause(account);
  const dueTimes = account.mails.flatMap((mail) => mail.dueAt ?? []).sort();
  const unsentTimes = listUnsent(account)
    .map((mail) => mail.createdAt)
    .sort();
  return {
    id: account.id,
    key,
    account,
    usernameFold: foldName(account.username),
    emailFold: foldLogin(account.email),
    createdAt: account.createdAt,
    registered: account.registered,
    verified: account.verified,
    mailDueAt: dueTimes[0] ?? null,
    mailUnsentAt: unsentTimes[0] ?? null,
    emailPausedAt: pause && `${pause.at} ${account.id}`,
  };
}

export function findLastUse({ seenAt }: Account, sessions: readonly Session[]): string | null {
  const uses = sessions.map(({ createdAt, usedAt = createdAt }) => usedAt);
  return [...uses, ...(seenAt === undefined ? [] : [seenAt])].sort().at(-1) ?? null;
}

/** No name or address can contain '#', so these values are never in use. */
export const createErasedFields = (id: number): Omit<AccountDocument, 'key'> => ({
  id,
  account: null,
  usernameFold: `#${id}`,
  emailFold: `#${id}`,
  createdAt: null,
  registered: true,
  verified: true,
  mailDueAt: null,
  mailUnsentAt: null,
  emailPausedAt: null,
});

/** A pause ends when the address changes. */
export const getActivePause = ({ emailPause, email }: Pick<Account, 'emailPause' | 'email'>): EmailPause | null =>
  emailPause && emailPause.address === foldLogin(email) ? emailPause : null;

export function toAccountName(account: Account): AccountName {
  const { id, username, email, verified, avatar, createdAt, formerNames, about } = account;
  const name = { id, username, email, verified, avatar, createdAt };
  return {
    ...name,
    ...(formerNames && { formerNames }),
    ...(about?.hideSeen && { hideSeen: true }),
    ...(getActivePause(account) && { emailPaused: true }),
  };
}

const maxFormerNames = 20;

export function withUsername(account: Account, username: string, at: string): AccountChange {
  const fold = foldName(username);
  if (fold === foldName(account.username)) return { username };
  const otherFormerNames = (account.formerNames ?? []).filter((formerName) => foldName(formerName.username) !== fold);
  return {
    username,
    formerNames: [...otherFormerNames, { username: account.username, until: at }].slice(-maxFormerNames),
  };
}

export function findDueMails(accounts: readonly Account[], now: string, limit: number): DueMail[] {
  return accounts
    .flatMap((account) => account.mails.map((mail) => ({ account, mail, dueAt: mail.dueAt ?? '' })))
    .filter(({ dueAt }) => dueAt !== '' && dueAt <= now)
    .sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.account.id - b.account.id))
    .slice(0, limit)
    .map(({ account, mail }) => ({ account, mail }));
}

const listUnsent = (account: Account): AccountMail[] => account.mails.filter((mail) => mail.sentAt === null);

export function findUnsentMails(accounts: readonly Account[], limit: number): DueMail[] {
  return accounts.flatMap((account) => listUnsent(account).map((mail) => ({ account, mail }))).slice(0, limit);
}

/** The domain of placeholder addresses. `.invalid` addresses can never receive email (RFC 2606). */
export const noAddress = '@address.invalid';

export const hasAddress = ({ email }: Pick<Account, 'email'>): boolean => !foldName(email).endsWith(noAddress);
