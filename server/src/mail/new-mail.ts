import { randomUUID } from 'node:crypto';
import type { Account, AccountEdit, AccountMail, MailKind } from '../vault/vault.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long the link of an email is valid, or how long sending an email without one is retried. */
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

/** An edit of the vault that adds a mail and removes those that it replaces; null where there are enough of its kind. */
export function addingMail(mail: AccountMail): AccountEdit {
  return ({ mails }) => {
    const existing = mails.filter(({ kind, expiresAt }) => kind === mail.kind && expiresAt > mail.createdAt);
    if (existing.length >= (maxPerKind[mail.kind] ?? Infinity)) return null;
    return { mails: [...(replaced.has(mail.kind) ? withoutKinds(mails, mail.kind) : mails), mail] };
  };
}

/** An edit of the vault that changes a mail; with `seenDueAt` only while it is still due then. Null leaves it as it is. */
export function changingMail(
  mailId: string,
  change: Partial<Omit<AccountMail, 'id'>>,
  seenDueAt?: string,
): AccountEdit {
  return ({ mails }) => {
    const mail = mails.find(({ id }) => id === mailId);
    if (!mail || (seenDueAt !== undefined && mail.dueAt !== seenDueAt)) return null;
    return { mails: mails.map((it) => (it === mail ? { ...mail, ...change } : it)) };
  };
}

/** An edit of the vault that removes a mail. */
export const removingMail =
  (mailId: string): AccountEdit =>
  ({ mails }) => ({ mails: mails.filter(({ id }) => id !== mailId) });

/** Their links prove that an address belongs to the owner of the account. */
export type ProofKind = 'verify' | 'reset';

/** An edit of the vault after such a link was followed; null for the second time, or where it has expired. */
export function usingMail(kind: ProofKind, mailId: string, now = new Date().toISOString()): AccountEdit {
  return (account) => {
    const mail = validMail(account, kind, mailId);
    if (!mail || mail.usedAt !== undefined) return null;
    // It is stored until its expiry, so that following it twice gives the same result.
    const used = { ...mail, usedAt: now, sentAt: mail.sentAt ?? now, dueAt: mail.expiresAt };
    return { mails: account.mails.map((it) => (it === mail ? used : it)) };
  };
}

/** Whether a link was followed that verifies the address: until it is verified, nothing else may happen to it. */
export const isBeingVerified = ({ mails }: Pick<Account, 'mails'>, now = new Date().toISOString()): boolean =>
  mails.some(({ usedAt, expiresAt }) => usedAt !== undefined && expiresAt > now);

/** The mails of an account without those of some kinds: their links are no longer valid. */
export const withoutKinds = (mails: readonly AccountMail[], ...kinds: MailKind[]): AccountMail[] =>
  mails.filter(({ kind }) => !kinds.includes(kind));

/** The mail of an account with that id and kind; undefined where its link has expired, or there is none. */
export const validMail = ({ mails }: Pick<Account, 'mails'>, kind: MailKind, id: string): AccountMail | undefined =>
  mails.find((mail) => mail.id === id && mail.kind === kind && mail.expiresAt > new Date().toISOString());
