import type { Commands } from '../commands/commands.js';
import { systemContext } from '../commands/command-context.js';
import type { Policy } from '../policy/policy.js';
import type { Search } from '../search/search.js';
import type { Vault } from '../vault/vault.js';
import type { Sessions } from '../request/sessions.js';
import type { Mail } from '../mail/mail.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  vault: Vault;
  policy: Policy;
  commands: Commands;
  search: Pick<Search, 'forget' | 'finishErasures'>;
  /** Drops what this server holds of members in memory and as mails. */
  forget: (userIds: readonly number[]) => Promise<void>;
}

type PendingErasure = readonly [userId: number, texts: boolean];

/**
 * Removes the members that the log records as erased from the vault and this server. Repeatable, and repeated until
 * done.
 */
export class VaultErasure {
  /** Users whose erasure is recorded but not finished, and whether their texts are erased too. */
  readonly unfinished = new Map<number, boolean>();

  constructor(private readonly services: Dependencies) {}

  /** The log has recorded it before. `dropKey`: with the texts. */
  async erase(userId: number, dropKey: boolean): Promise<void> {
    const { vault, search, forget } = this.services;
    this.unfinished.set(userId, dropKey);
    await vault.eraseAccount(userId, dropKey);
    await forget([userId]);
    await search.forget(userId);
    this.unfinished.delete(userId);
  }

  /** An erasure is in the log: the server that runs it may find the vault unavailable, or may be killed. */
  begun(userId: number, texts: boolean): Promise<void> {
    this.unfinished.set(userId, texts);
    return this.services.forget([userId]);
  }

  /** Repeats an erasure that the log has recorded. */
  again(userId: number): Promise<void> {
    return this.erase(userId, this.services.policy.staff.erasedMembers.get(userId) ?? true);
  }

  /**
   * At a start, before anything is served: repeats the erasures that are in the log but not in the vault or the search
   * index: it finishes one that a crash interrupted, and a restored backup of the vault restores no one.
   */
  async repeatAll(): Promise<void> {
    const erased = [...this.services.policy.staff.erasedMembers];
    for (const some of inBatches(erased, 1_000)) await this.repeatTogether(await this.stillInVault(some));
    // A crash may have happened between the vault, which comes first, and the files of the mails.
    await this.services.forget(erased.map(([userId]) => userId));
    await this.services.search.finishErasures();
  }

  /** Repeats the erasures that met an unavailable vault, or whose server did not finish them. */
  finish(): Promise<void> {
    return this.repeatTogether([...this.unfinished]);
  }

  private async stillInVault(erased: readonly PendingErasure[]): Promise<PendingErasure[]> {
    const { vault } = this.services;
    const ids = erased.map(([userId]) => userId);
    const named = new Set((await vault.accountNamesOf(ids)).map(({ id }) => id));
    const keys = await vault.authorKeys(ids);
    return erased.filter(([userId, texts]) => named.has(userId) || (texts && keys.has(userId)));
  }

  /** Together, because the vault's files are scrubbed once for all that are erased at the same time. */
  private async repeatTogether(erased: readonly PendingErasure[]): Promise<void> {
    for (const some of inBatches(erased, 100)) {
      const outcomes = await Promise.allSettled(some.map(([userId, texts]) => this.repeat(userId, texts)));
      const failed = outcomes.find((it) => it.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  private async repeat(userId: number, texts: boolean): Promise<void> {
    await this.services.commands.account({ type: 'Erase', userId, texts }, systemContext('erase', String(userId)));
    await this.erase(userId, texts);
  }
}

function* inBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

interface UserMemory {
  sessions: Sessions;
  directory: Directory;
  texts: Texts;
  responseCache: { clear(): void };
  mail: Pick<Mail, 'removeMailsOf'>;
}

/** Drops what this server holds of members in memory and as mails. The search index follows the log itself. */
export async function forgetUsers(services: UserMemory, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) {
    services.sessions.forget(userId, null);
    services.directory.forget(userId);
    services.texts.forget(userId);
  }
  services.responseCache.clear();
  await services.mail.removeMailsOf(userIds);
}
