import type { Directory } from './directory.js';
import type { Commands } from './commands.js';
import { systemContext } from './operation.js';
import type { Parts } from './parts.js';
import type { Policy } from './policy.js';
import type { Sessions } from './session.js';
import type { SharedAnswers } from './shared-answers.js';
import type { Texts } from './vault/texts.js';
import type { Vault } from './vault/vault.js';

export interface ErasureParts {
  vault: Vault;
  policy: Policy;
  commands: Commands;
  directory: Directory;
  texts: Texts;
  answers: Pick<SharedAnswers, 'clear'>;
  sessions: Sessions;
  mail: Parts['mail'];
}

/** Drops what this server holds of somebody in memory and in its own files. */
export async function forgetUser(parts: ErasureParts, userId: number): Promise<void> {
  parts.sessions.forget(userId, null);
  parts.directory.forget(userId);
  parts.texts.forget(userId);
  parts.answers.clear();
  await parts.mail.removeMailsOf(userId);
}

/** Takes a person out of the vault and of this server; the log has said so before. Repeatable. */
export async function eraseFromVault(parts: ErasureParts, userId: number, dropKey: boolean): Promise<void> {
  await parts.vault.eraseAccount(userId, dropKey);
  await forgetUser(parts, userId);
}

/**
 * Repeats every erasure that the log knows: one that a crash cut short is finished, and a restored backup of the vault
 * brings nobody back.
 */
export async function repeatErasures(parts: ErasureParts): Promise<void> {
  for (const [userId, texts] of parts.policy.staff.gone) {
    await parts.commands.account({ type: 'Erase', userId, texts }, systemContext('erase', String(userId)));
    await eraseFromVault(parts, userId, texts);
  }
}
