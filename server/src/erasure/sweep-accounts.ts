import { Refusal } from '@guildhall/domain/refusals.js';
import type { Logger } from 'pino';
import { unverifiedFor } from '../accounts/accounts.js';
import type { Commands } from '../commands/commands.js';
import type { AccountErasure } from './erase-user.js';
import type { VaultErasure } from './erasure.js';
import { createSystemContext } from '../commands/command-context.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  vault: Vault;
  commands: Commands;
  accountErasure: AccountErasure;
  vaultErasure: VaultErasure;
  logger: Logger;
}

const registrationGraceMs = 60_000;
const batch = 100;
const failedDeliveriesRetentionMs = 30 * 86_400_000;

/** Completes registrations that a crash interrupted, and removes accounts that were not verified in time. */
export async function sweepAccounts(services: Dependencies, now = Date.now()): Promise<void> {
  await finishRegistrations(services, new Date(now - registrationGraceMs).toISOString());
  await removeUnverified(services, now);
  await services.vault.pruneSessions(new Date(now).toISOString());
  await services.vault.pruneBannedAddresses(new Date(now).toISOString());
  await services.vault.pruneFailedDeliveries(new Date(now - failedDeliveriesRetentionMs).toISOString());
}

async function finishRegistrations(services: Dependencies, createdBefore: string): Promise<void> {
  for (const { id: userId } of await services.vault.findStaleAccounts('unregistered', createdBefore, batch)) {
    try {
      await services.commands.account({ type: 'Register', userId }, createSystemContext('register', String(userId)));
      await services.vault.editAccount(userId, () => ({ registered: true }));
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'id-in-use')) throw error;
      // The log already contains this account's erasure because an older vault was restored.
      await services.vaultErasure.eraseAgain(userId);
    }
  }
}

async function removeUnverified(services: Dependencies, now: number): Promise<void> {
  const createdBefore = new Date(now - unverifiedFor).toISOString();
  const retainedIds = new Set<number>();
  for (;;) {
    const limit = batch + retainedIds.size;
    const stale = await services.vault.findStaleAccounts('unverified', createdBefore, limit);
    const removedIds: number[] = [];
    for (const { id } of stale) {
      if (retainedIds.has(id)) continue;
      if (await recordErasure(services, id, now)) removedIds.push(id);
      else retainedIds.add(id);
    }
    // These run concurrently so that the vault's files are scrubbed only once per batch.
    await Promise.all(removedIds.map((userId) => services.vaultErasure.eraseAgain(userId)));
    if (stale.length < limit) return;
  }
}

async function recordErasure(services: Dependencies, userId: number, now: number): Promise<boolean> {
  // Reload the account because handling the rest of the batch took time.
  const account = await services.vault.findAccount(userId);
  if (!account || account.verified || hasLink(account, new Date(now).toISOString())) return false;
  try {
    await services.accountErasure.decideUnverified(userId, new Date(now).toISOString());
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'changed-since') await services.vault.editAccount(userId, () => ({ verified: true }));
    else services.logger.warn({ err: error, userId }, 'an account that was not verified in time could not be removed');
    return false;
  }
}

const hasLink = ({ mails }: Pick<Account, 'mails'>, now: string): boolean =>
  mails.some(({ kind, expiresAt }) => (kind === 'verify' || kind === 'reset') && expiresAt > now);
