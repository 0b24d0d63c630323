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

/** A newer mail of these kinds replaces the previous one. */
const replaced: ReadonlySet<MailKind> = new Set(['verify', 'confirm-address']);

/** Strangers can cause these mails: while this many are pending, no more are sent. */
const maxPerKind: Partial<Record<MailKind, number>> = { reset: 3, 'already-registered': 1 };

/** Creates a mail that is due immediately, to the account's own address unless `to` names another. */
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

/**
 * Returns an edit that adds a mail and removes those that it replaces; the edit returns null if enough mails of its
 * kind are pending.
 */
export function addingMail(mail: AccountMail): AccountEdit {
  return ({ mails }) => {
    const existing = mails.filter(({ kind, expiresAt }) => kind === mail.kind && expiresAt > mail.createdAt);
    if (existing.length >= (maxPerKind[mail.kind] ?? Infinity)) return null;
    return { mails: [...(replaced.has(mail.kind) ? withoutKinds(mails, mail.kind) : mails), mail] };
  };
}

/**
 * Returns an edit that changes a mail; with `seenDueAt`, only if it is still due at that time. An edit that returns
 * null changes nothing.
 */
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

export const removingMail =
  (mailId: string): AccountEdit =>
  ({ mails }) => ({ mails: mails.filter(({ id }) => id !== mailId) });

/** Kinds of mails whose links prove that the account's owner controls the address. */
export type ProofKind = 'verify' | 'reset';

/**
 * Returns an edit that marks the link of a mail as used; the edit returns null if the link was used before or has
 * expired.
 */
export function usingMail(kind: ProofKind, mailId: string, now = new Date().toISOString()): AccountEdit {
  return (account) => {
    const mail = validMail(account, kind, mailId);
    if (!mail || mail.usedAt !== undefined) return null;
    // Stored until its expiry, so that following the link twice gives the same result.
    const used = { ...mail, usedAt: now, sentAt: mail.sentAt ?? now, dueAt: mail.expiresAt };
    return { mails: account.mails.map((it) => (it === mail ? used : it)) };
  };
}

/** Returns whether a verification link was followed: the address must not change until it is verified. */
export const isBeingVerified = ({ mails }: Pick<Account, 'mails'>, now = new Date().toISOString()): boolean =>
  mails.some(({ usedAt, expiresAt }) => usedAt !== undefined && expiresAt > now);

/** Returns the account's mails without some kinds, whose links become invalid. */
export const withoutKinds = (mails: readonly AccountMail[], ...kinds: MailKind[]): AccountMail[] =>
  mails.filter(({ kind }) => !kinds.includes(kind));

/** Returns the account's mail with that id and kind; undefined if it does not exist or its link has expired. */
export const validMail = ({ mails }: Pick<Account, 'mails'>, kind: MailKind, id: string): AccountMail | undefined =>
  mails.find((mail) => mail.id === id && mail.kind === kind && mail.expiresAt > new Date().toISOString());
