import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountMail, NewAccount } from './vault/vault.js';

const week = 7 * 24 * 3600 * 1000;

/** A fresh account with its key and its pending verification mail: one document of the vault. */
export function newAccount(id: number, username: string, email: string, passwordHash: string): NewAccount {
  return {
    id,
    username,
    email,
    passwordHash,
    avatar: null,
    createdAt: new Date().toISOString(),
    registered: false,
    verified: false,
    mails: [verifyMail(randomUUID())],
    key: randomBytes(32),
  };
}

/**
 * The same account without an address: it keeps its name from being taken, as every registration does, gets no mail
 * and goes when it has not been verified in time. So nobody learns whether an address is known.
 */
export function withoutAddress(account: NewAccount): NewAccount {
  return { ...account, email: `${account.id}${noAddress}`, mails: [] };
}

/** Nothing is ever delivered below `.invalid` (RFC 2606). */
const noAddress = '@address.invalid';

export const hasAddress = ({ email }: Pick<NewAccount, 'email'>): boolean => !email.endsWith(noAddress);

/** The mail with the verification link, due at once and good for as long as an unverified account is kept. */
export function verifyMail(id: string): AccountMail {
  const now = Date.now();
  return {
    id,
    kind: 'verify',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + week).toISOString(),
    sentAt: null,
    attempts: 0,
    dueAt: new Date(now).toISOString(),
    lastError: null,
  };
}

/** When an account that was never verified is removed. */
export const unverifiedFor = week;
