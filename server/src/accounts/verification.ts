import type { Commands } from '../commands/commands.js';
import { systemContext, type Call } from '../http/operation.js';
import type { Directory } from '../read-models/members/directory.js';
import { writeWaitMs, type Views } from '../stores/views.js';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  commands: Commands;
  vault: Vault;
  directory: Directory;
  views: Views;
  isFirstAdmin: (call: Pick<Call, 'ip'>) => boolean;
}

/** Verifies accounts: in the log and in the vault. */
export class AccountVerification {
  constructor(private readonly services: Dependencies) {}

  /** Records that an account's address belongs to its owner. Repeatable. */
  async verify(userId: number, call: Pick<Call, 'ip' | 'correlationId'>): Promise<void> {
    const { commands, vault, directory, views, isFirstAdmin } = this.services;
    const context = systemContext('verify', String(userId), call.correlationId);
    const { position } = await commands.account({ type: 'Verify', userId }, context);
    await vault.changeAccount(userId, { verified: true });
    await directory.refresh([userId]);
    if (isFirstAdmin(call)) await commands.staff({ type: 'ClaimAdmin', userId }, null, context);
    if (position) await views.waitFor(position, writeWaitMs);
  }
}
