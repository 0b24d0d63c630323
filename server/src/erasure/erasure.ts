import type { Commands } from '../commands/commands.js';
import { systemContext } from '../http/operation.js';
import type { Policy } from '../policy/policy.js';
import type { Search } from '../search/search.js';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  vault: Vault;
  policy: Policy;
  commands: Commands;
  search: Pick<Search, 'forget'>;
  /** Drops what this server holds of people in memory and as mails. */
  forget: (userIds: readonly number[]) => Promise<void>;
}

type PendingErasure = readonly [userId: number, texts: boolean];

/** Takes the people whom the log calls gone out of the vault and of this server. Repeatable, and repeated until done. */
export class VaultErasure {
  /** Who goes as the log says, and whether with their texts: until they are out of the vault and of this server. */
  readonly unfinished = new Map<number, boolean>();

  constructor(private readonly services: Dependencies) {}

  /** The log has said so before. `dropKey`: with the texts. */
  async erase(userId: number, dropKey: boolean): Promise<void> {
    const { vault, search, forget } = this.services;
    this.unfinished.set(userId, dropKey);
    await vault.eraseAccount(userId, dropKey);
    await forget([userId]);
    await search.forget(userId);
    this.unfinished.delete(userId);
  }

  /** The log tells of an erasure: whoever does it may meet a vault that is away, or may be killed. */
  begun(userId: number, texts: boolean): Promise<void> {
    this.unfinished.set(userId, texts);
    return this.services.forget([userId]);
  }

  /** Once more what the log has said. */
  again(userId: number): Promise<void> {
    return this.erase(userId, this.services.policy.staff.erasedMembers.get(userId) ?? true);
  }

  /**
   * At a start: repeats the erasures that the log knows and the vault does not show: one that a crash cut short is
   * finished, and a restored backup of the vault brings nobody back.
   */
  async repeatAll(): Promise<void> {
    const gone = [...this.services.policy.staff.erasedMembers];
    for (const some of inBatches(gone, 1_000)) await this.repeatTogether(await this.stillInVault(some));
    // A crash may have come between the vault, which hears of it first, and the files of the mails.
    await this.services.forget(gone.map(([userId]) => userId));
  }

  /** Repeats the erasures that met a vault that was away, or whose server did not come to an end of them. */
  finish(): Promise<void> {
    return this.repeatTogether([...this.unfinished]);
  }

  private async stillInVault(gone: readonly PendingErasure[]): Promise<PendingErasure[]> {
    const { vault } = this.services;
    const ids = gone.map(([userId]) => userId);
    const named = new Set((await vault.accountNamesOf(ids)).map(({ id }) => id));
    const keys = await vault.authorKeys(ids);
    return gone.filter(([userId, texts]) => named.has(userId) || (texts && keys.has(userId)));
  }

  /** Together, because the vault's files are scrubbed once for all that are erased at the same time. */
  private async repeatTogether(gone: readonly PendingErasure[]): Promise<void> {
    for (const some of inBatches(gone, 100)) {
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
