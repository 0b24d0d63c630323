import { randomUUID } from 'node:crypto';
import type { Account, AccountEdit, AccountMail, MailKind } from '../vault/account/account.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

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

const replaceableKinds: ReadonlySet<MailKind> = new Set(['verify', 'confirm-address']);

/** Strangers can trigger these emails, so once this many are pending, no more are sent. */
const maxPerKind: Partial<Record<MailKind, number>> = { reset: 3, 'already-registered': 1 };

export function createAccountMail(kind: MailKind, to: string | null = null, now = Date.now()): AccountMail {
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

/** A member who registered in the game has as long to set a password as others have to verify their address. */
export function createProofMail(kind: ProofKind): AccountMail {
  return { ...createAccountMail(kind), expiresAt: createAccountMail('verify').expiresAt };
}

export function addMail(mail: AccountMail): AccountEdit {
  return ({ mails }) => {
    const existing = mails.filter(({ kind, expiresAt }) => kind === mail.kind && expiresAt > mail.createdAt);
    if (existing.length >= (maxPerKind[mail.kind] ?? Infinity)) return null;
    return { mails: [...(replaceableKinds.has(mail.kind) ? withoutKinds(mails, mail.kind) : mails), mail] };
  };
}

export function changeMail(mailId: string, change: Partial<Omit<AccountMail, 'id'>>, seenDueAt?: string): AccountEdit {
  return ({ mails }) => {
    const mail = mails.find(({ id }) => id === mailId);
    if (!mail || (seenDueAt !== undefined && mail.dueAt !== seenDueAt)) return null;
    return { mails: mails.map((storedMail) => (storedMail === mail ? { ...mail, ...change } : storedMail)) };
  };
}

export const removeMail =
  (mailId: string): AccountEdit =>
  ({ mails }) => ({ mails: mails.filter(({ id }) => id !== mailId) });

export type ProofKind = 'verify' | 'reset';

export function markMailUsed(kind: ProofKind, mailId: string, now = new Date().toISOString()): AccountEdit {
  return (account) => {
    const mail = findValidMail(account, kind, mailId);
    if (!mail || mail.usedAt !== undefined) return null;
    // The email is retained until it expires so that following the link twice has the same result.
    const usedMail = { ...mail, usedAt: now, sentAt: mail.sentAt ?? now, dueAt: mail.expiresAt };
    return { mails: account.mails.map((storedMail) => (storedMail === mail ? usedMail : storedMail)) };
  };
}

/** The address must not change while a verification link is being used. */
export const isBeingVerified = ({ mails }: Pick<Account, 'mails'>, now = new Date().toISOString()): boolean =>
  mails.some(({ usedAt, expiresAt }) => usedAt !== undefined && expiresAt > now);

export const withoutKinds = (mails: readonly AccountMail[], ...kinds: MailKind[]): AccountMail[] =>
  mails.filter(({ kind }) => !kinds.includes(kind));

export const findValidMail = ({ mails }: Pick<Account, 'mails'>, kind: MailKind, id: string): AccountMail | undefined =>
  mails.find((mail) => mail.id === id && mail.kind === kind && mail.expiresAt > new Date().toISOString());
