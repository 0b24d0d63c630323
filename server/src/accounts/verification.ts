import { systemContext, type Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { writeWait } from '../stores/views.js';

interface Verified extends Pick<Call, 'correlationId'> {
  userId: number;
  /** The account asks to be the first Admin. */
  claimsAdmin: boolean;
}

/** Says in the log and in the vault that an account's address is its owner's. Repeatable. */
export async function verifyAccount(parts: Services, { userId, correlationId, claimsAdmin }: Verified): Promise<void> {
  const context = systemContext('verify', String(userId), correlationId);
  const { position } = await parts.commands.account({ type: 'Verify', userId }, context);
  await parts.vault.changeAccount(userId, { verified: true });
  await parts.directory.refresh([userId]);
  if (claimsAdmin) await parts.commands.staff({ type: 'ClaimAdmin', userId }, null, context);
  if (position) await parts.views.waitFor(position, writeWait);
}
