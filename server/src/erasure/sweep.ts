import { Refusal } from '@guildhall/domain/refusals.js';
import { staff } from '@guildhall/domain/staff/decide.js';
import { unverifiedFor } from '../accounts/accounts.js';
import { keepBan } from '../accounts/banned-addresses.js';
import { eraseFromVault, type ErasureParts } from './erasure.js';
import { systemContext } from '../http/operation.js';
import type { Parts } from '../parts.js';
import type { Account } from '../vault/vault.js';

export type SweepParts = ErasureParts & Pick<Parts, 'env' | 'logger'>;

/** A registration that is younger may still be under way. */
const settled = 60_000; // ms
const batch = 100;

/** Finishes registrations that a crash cut between vault and log, and removes who did not verify in time. */
export async function sweepAccounts(parts: SweepParts, now = Date.now()): Promise<void> {
  await finishRegistrations(parts, new Date(now - settled).toISOString());
  await removeUnverified(parts, now);
  await parts.vault.pruneSessions(new Date(now).toISOString());
  await parts.vault.pruneBannedAddresses(new Date(now).toISOString());
}

async function finishRegistrations(parts: SweepParts, createdBefore: string): Promise<void> {
  for (const { id: userId } of await parts.vault.staleAccounts('unregistered', createdBefore, batch)) {
    try {
      await parts.commands.account({ type: 'Register', userId }, systemContext('register', String(userId)));
      await parts.vault.changeAccount(userId, { registered: true });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'id-in-use')) throw error;
      await eraseAgain(parts, userId); // an older vault was put back
    }
  }
}

/** Also those whose erasure the log knows already: of who was never verified, nothing but his own stream tells. */
async function removeUnverified(parts: SweepParts, now: number): Promise<void> {
  const createdBefore = new Date(now - unverifiedFor).toISOString();
  const staying = new Set<number>();
  for (;;) {
    const limit = batch + staying.size;
    const stale = await parts.vault.staleAccounts('unverified', createdBefore, limit);
    const going: number[] = [];
    for (const { id } of stale) {
      if (staying.has(id)) continue;
      if (await goes(parts, id, now)) going.push(id);
      else staying.add(id);
    }
    // Together, because the vault's files are scrubbed once for all that are erased at the same time.
    await Promise.all(going.map((userId) => eraseAgain(parts, userId)));
    if (stale.length < limit) return;
  }
}

const eraseAgain = (parts: SweepParts, userId: number): Promise<void> =>
  eraseFromVault(parts, userId, parts.policy.staff.gone.get(userId) ?? true);

/** Has the log say that an account goes. @returns false when it stays */
async function goes(parts: SweepParts, userId: number, now: number): Promise<boolean> {
  const account = await parts.vault.account(userId); // anew: the others of its batch took their time
  if (!account || account.verified || hasLink(account, new Date(now).toISOString())) return false;
  try {
    await eraseInLog(parts, userId, new Date(now).toISOString());
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Verified as the log says, but the server was killed before the vault heard of it.
    if (error.code === 'changed-since') await parts.vault.changeAccount(userId, { verified: true });
    else parts.logger.warn({ err: error, userId }, 'an account that was not verified in time stays');
    return false;
  }
}

/** Whether a mail that was sent later can still verify it. */
const hasLink = ({ mails }: Pick<Account, 'mails'>, now: string): boolean =>
  mails.some(({ kind, expiresAt }) => (kind === 'verify' || kind === 'reset') && expiresAt > now);

/** The stream of the staff hears of him only where it knows him: it is read whole by every start. */
async function eraseInLog(parts: SweepParts, userId: number, now: string): Promise<void> {
  const { holders, bans } = parts.policy.staff;
  const context = systemContext('remove-unverified', String(userId));
  const leave = { type: 'Leave', userId, texts: true } as const;
  const isKnown = holders.has(userId) || bans.has(userId);
  // Refused before anything is written.
  if (isKnown) staff.decide(leave, parts.policy.staff, { actor: null, now, places: parts.policy.entriesOfAll() });
  await parts.commands.account({ type: 'EraseUnverified', userId }, context);
  if (!isKnown) return;
  await keepBan(parts, userId);
  await parts.commands.staff(leave, null, context);
}
