import { unverifiedFor } from './accounts.js';
import { eraseFromVault, type ErasureParts } from './erasure.js';
import { systemContext } from './operation.js';

/** A registration that is younger may still be under way. */
const settled = 60_000; // ms
const batch = 100;

/** Finishes registrations that a crash cut between vault and log, and removes who did not verify in time. */
export async function sweepAccounts(parts: ErasureParts, now = Date.now()): Promise<void> {
  const before = (ms: number) => new Date(now - ms).toISOString();
  for (const { id: userId } of await parts.vault.staleAccounts('unregistered', before(settled), batch)) {
    await parts.commands.account({ type: 'Register', userId }, systemContext('register', String(userId)));
    await parts.vault.changeAccount(userId, { registered: true });
  }
  for (const { id: userId } of await parts.vault.staleAccounts('unverified', before(unverifiedFor), batch)) {
    const context = systemContext('remove-unverified', String(userId));
    await parts.commands.staff({ type: 'Leave', userId, texts: true }, null, context);
    await parts.commands.account({ type: 'Erase', userId, texts: true }, context);
    await eraseFromVault(parts, userId, true);
  }
  await parts.vault.pruneSessions(new Date(now).toISOString());
  await parts.vault.pruneBannedAddresses(new Date(now).toISOString());
}
