import { randomUUID } from 'node:crypto';
import type { Account, AccountChange, AccountMail, MailKind } from '../vault/vault.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long the link of a mail is valid, or how long a mail without one is tried, in milliseconds. */
export const mailLifetimesMs: Readonly<Record<MailKind, number>> = {
  verify: 7 * dayMs,
  reset: hourMs,
  'already-registered': dayMs,
  'confirm-address': dayMs,
  'address-changed': 3 * dayMs,
  'password-changed': 3 * dayMs,
  'two-step-changed': 3 * dayMs,
  test: hourMs,
};

/** A newer one of these replaces the one before. */
const replaced: ReadonlySet<MailKind> = new Set(['verify', 'confirm-address']);

/** Strangers can cause these: while this many are pending, no more are sent. */
const maxPerKind: Partial<Record<MailKind, number>> = { reset: 3, 'already-registered': 1 };

/** A mail that is due immediately, to the account's own address unless `to` names another. */
export function newMail(kind: MailKind, to: string | null = null, now = Date.now()): AccountMail {
  return {
    id: randomUUID(),
    kind,
    to,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + mailLifetimesMs[kind]).toISOString(),
    sentAt: null,
    attempts: 0,
    dueAt: new Date(now).toISOString(),
    lastError: null,
  };
}

/** An edit of the vault that adds a mail, in place of what it replaces; null where there are enough of its kind. */
export function adding(mail: AccountMail): (account: Pick<Account, 'mails'>) => AccountChange | null {
  return ({ mails }) => {
    const existing = mails.filter(({ kind, expiresAt }) => kind === mail.kind && expiresAt > mail.createdAt);
    if (existing.length >= (maxPerKind[mail.kind] ?? Infinity)) return null;
    return { mails: [...(replaced.has(mail.kind) ? withoutKinds(mails, mail.kind) : mails), mail] };
  };
}

/** The mails of an account without those of some kinds: their links are no longer valid. */
export const withoutKinds = (mails: readonly AccountMail[], ...kinds: MailKind[]): AccountMail[] =>
  mails.filter(({ kind }) => !kinds.includes(kind));

/** The mail of an account with that id and kind; undefined where its link has expired, or there is none. */
export const validMail = ({ mails }: Pick<Account, 'mails'>, kind: MailKind, id: string): AccountMail | undefined =>
  mails.find((mail) => mail.id === id && mail.kind === kind && mail.expiresAt > new Date().toISOString());
