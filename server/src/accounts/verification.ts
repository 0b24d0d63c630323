import { isFirstAdminRequest } from './first-admin.js';
import { systemContext, type Call } from '../http/operation.js';
import type { Parts } from '../parts.js';
import { writeWait } from '../stores/views.js';

/** Says in the log and in the vault that an account's address is its owner's. Repeatable. */
export async function verifyAccount(
  parts: Parts,
  call: Pick<Call, 'ip' | 'correlationId'>,
  userId: number,
): Promise<void> {
  const context = systemContext('verify', String(userId), call.correlationId);
  const { position } = await parts.commands.account({ type: 'Verify', userId }, context);
  await parts.vault.changeAccount(userId, { verified: true });
  await parts.directory.refresh([userId]);
  if (isFirstAdminRequest(parts, call)) await parts.commands.staff({ type: 'ClaimAdmin', userId }, null, context);
  if (position) await parts.views.waitFor(position, writeWait);
}
