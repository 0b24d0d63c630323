import { randomBytes } from 'node:crypto';
import { account as accountLife } from '@guildhall/domain/account/decide.js';
import { streams } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { foldNow } from '../log/fold.js';
import { addMail, createAccountMail, createProofMail, mailLifetimesMs, type ProofKind } from '../mail/new-mail.js';
import type { Policy } from '../policy/policy.js';
import { noAddress } from '../vault/account/account-record.js';
import type { NewAccount } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import type { BannedAddresses } from './banned-addresses.js';
import type { Passwords } from './passwords.js';

interface Dependencies {
  log: EventLog;
  vault: Vault;
  policy: Policy;
  passwords: Passwords;
  bannedAddresses: BannedAddresses;
}

/**
 * @returns `emailTaken` if another account has the address. `passwordHash` is null if a retried call has a different
 * password.
 */
export async function createAccount(
  services: Dependencies,
  userId: number,
  { username, email, password }: { username: string; email: string; password: string },
  mail: ProofKind = 'verify',
): Promise<{ emailTaken: boolean; passwordHash: string | null }> {
  const { vault, passwords, bannedAddresses } = services;
  await requireUnusedId(services, userId);
  const account = createNewAccount(userId, username, email, await passwords.hash(password), mail);
  const isBanned = await bannedAddresses.has(email);
  let outcome = await vault.createAccount(isBanned ? withoutAddress(account) : account);
  const emailTaken = outcome === 'email-taken';
  if (emailTaken) outcome = await vault.createAccount(withoutAddress(account));
  if (outcome === 'username-taken') throw new Refusal('username-taken', 'username');
  if (outcome === 'created') return { emailTaken, passwordHash: account.passwordHash };
  const existingHash = (await vault.findAccount(userId))?.passwordHash ?? null;
  const isSame = await passwords.matches(existingHash, password);
  return { emailTaken: false, passwordHash: isSame ? existingHash : null };
}

async function requireUnusedId({ log, policy }: Dependencies, userId: number): Promise<void> {
  const { state } = await foldNow(log, streams.user(userId), accountLife);
  const isUsed = state.status === 'erased' || policy.isGone(userId) || policy.findProgramName(userId) !== null;
  if (isUsed) throw new Refusal('id-in-use');
}

export function createNewAccount(
  id: number,
  username: string,
  email: string,
  passwordHash: string,
  mail: ProofKind = 'verify',
): NewAccount {
  return {
    id,
    username,
    email,
    passwordHash,
    avatar: null,
    createdAt: new Date().toISOString(),
    registered: false,
    verified: false,
    mails: [createProofMail(mail)],
    key: randomBytes(32),
  };
}

/** The account still reserves its name until it expires, so nothing reveals whether the address is registered. */
export function withoutAddress(account: NewAccount): NewAccount {
  return { ...account, email: `${account.id}${noAddress}` };
}

export const unverifiedFor = mailLifetimesMs.verify;

export async function notifyOwner(
  { vault, mail }: { vault: Vault; mail: { nudge(): void } },
  email: string,
): Promise<void> {
  const owner = await vault.findAccountByLogin(email);
  if (!owner) return;
  await vault.editAccount(owner.id, addMail(createAccountMail('already-registered')));
  mail.nudge();
}
