import type { Directory } from './directory.js';
import type { Commands } from './commands.js';
import { systemContext } from './operation.js';
import type { Parts } from './parts.js';
import type { Policy } from './policy.js';
import type { Search } from './search/search.js';
import type { Sessions } from './session.js';
import type { AnswerCache } from './answer-cache.js';
import type { Texts } from './vault/texts.js';
import type { Vault } from './vault/vault.js';

export interface ErasureParts {
  vault: Vault;
  policy: Policy;
  commands: Commands;
  directory: Directory;
  texts: Texts;
  answers: Pick<AnswerCache, 'clear'>;
  sessions: Sessions;
  search: Pick<Search, 'forget'>;
  mail: Parts['mail'];
}

/** Drops what this server holds of somebody in memory and as mails. The search index hears of it by itself. */
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
  await parts.search.forget(userId);
}

/**
 * Repeats every erasure that the log knows: one that a crash cut short is finished, and a restored backup of the vault
 * brings nobody back.
 */
export async function repeatErasures(parts: ErasureParts): Promise<void> {
  const gone = [...parts.policy.staff.gone];
  for (let from = 0; from < gone.length; from += batch) {
    // Together, because the vault's files are scrubbed once for all that are erased at the same time.
    await Promise.all(gone.slice(from, from + batch).map(([userId, texts]) => repeatErasure(parts, userId, texts)));
  }
}

const batch = 100;

async function repeatErasure(parts: ErasureParts, userId: number, texts: boolean): Promise<void> {
  await parts.commands.account({ type: 'Erase', userId, texts }, systemContext('erase', String(userId)));
  await eraseFromVault(parts, userId, texts);
}
