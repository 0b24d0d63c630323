import { randomBytes } from 'node:crypto';
import { adding, mailLifetimesMs, newMail } from '../mail/new-mail.js';
import { noAddress } from '../vault/account-record.js';
import type { NewAccount, Vault } from '../vault/vault.js';

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
    mails: [newMail('verify')],
    key: randomBytes(32),
  };
}

/**
 * The same account without an address: it reserves its name, as every registration does, gets no mail and is erased
 * when it is not verified in time. So no one learns whether an address is known.
 */
export function withoutAddress(account: NewAccount): NewAccount {
  return { ...account, email: `${account.id}${noAddress}`, mails: [] };
}

/** When an account that was never verified is removed: its link is valid as long, in milliseconds. */
export const unverifiedFor = mailLifetimesMs.verify;

/** Mails the owner of an address that someone tried to use it, at most once a day. */
export async function notifyOwner(
  { vault, mail }: { vault: Vault; mail: { nudge(): void } },
  email: string,
): Promise<void> {
  const owner = await vault.accountByLogin(email);
  if (!owner) return;
  await vault.editAccount(owner.id, adding(newMail('already-registered')));
  mail.nudge();
}
