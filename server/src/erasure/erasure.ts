import type { Directory } from '../read-models/directory.js';
import type { Commands } from '../commands/commands.js';
import { systemContext } from '../http/operation.js';
import type { Parts } from '../parts.js';
import type { Policy } from '../policy/policy.js';
import type { Search } from '../search/search.js';
import type { Sessions } from '../http/session.js';
import type { AnswerCache } from '../http/response-cache.js';
import type { Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';

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
  unfinishedErasures: Parts['unfinishedErasures'];
}

/** Drops what this server holds of somebody in memory and as mails. The search index hears of it by itself. */
export async function forgetUser(parts: ErasureParts, userId: number): Promise<void> {
  parts.sessions.forget(userId, null);
  parts.directory.forget(userId);
  parts.texts.forget(userId);
  parts.answers.clear();
  await parts.mail.removeMailsOf([userId]);
}

/** Takes a person out of the vault and of this server; the log has said so before. Repeatable, and repeated until done. */
export async function eraseFromVault(parts: ErasureParts, userId: number, dropKey: boolean): Promise<void> {
  parts.unfinishedErasures.set(userId, dropKey);
  await parts.vault.eraseAccount(userId, dropKey);
  await forgetUser(parts, userId);
  await parts.search.forget(userId);
  parts.unfinishedErasures.delete(userId);
}

/**
 * At a start: repeats the erasures that the log knows and the vault does not show: one that a crash cut short is
 * finished, and a restored backup of the vault brings nobody back.
 */
export async function repeatErasures(parts: ErasureParts): Promise<void> {
  const gone = [...parts.policy.staff.gone];
  for (const some of inBatches(gone, 1_000)) await repeatTogether(parts, await stillInVault(parts.vault, some));
  // A crash may have come between the vault, which hears of it first, and the files.
  await parts.mail.removeMailsOf(gone.map(([userId]) => userId));
}

/** Repeats the erasures that met a vault that was away, or whose server did not come to an end of them. */
export function finishErasures(parts: ErasureParts): Promise<void> {
  return repeatTogether(parts, [...parts.unfinishedErasures]);
}

type Gone = readonly [userId: number, texts: boolean];

async function stillInVault(vault: Vault, gone: readonly Gone[]): Promise<Gone[]> {
  const ids = gone.map(([userId]) => userId);
  const named = new Set((await vault.accountNamesOf(ids)).map(({ id }) => id));
  const keys = await vault.authorKeys(ids);
  return gone.filter(([userId, texts]) => named.has(userId) || (texts && keys.has(userId)));
}

/** Together, because the vault's files are scrubbed once for all that are erased at the same time. */
async function repeatTogether(parts: ErasureParts, gone: readonly Gone[]): Promise<void> {
  for (const some of inBatches(gone, 100)) {
    const outcomes = await Promise.allSettled(some.map(([userId, texts]) => repeatErasure(parts, userId, texts)));
    const failed = outcomes.find((it) => it.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

async function repeatErasure(parts: ErasureParts, userId: number, texts: boolean): Promise<void> {
  await parts.commands.account({ type: 'Erase', userId, texts }, systemContext('erase', String(userId)));
  await eraseFromVault(parts, userId, texts);
}

function* inBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
