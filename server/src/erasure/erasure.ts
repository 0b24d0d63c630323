import { listAccountsToErase } from '@guildhall/domain/games/state.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Commands } from '../commands/commands.js';
import { createSystemContext } from '../commands/command-context.js';
import type { OwnedFiles } from '../files/owned-files.js';
import type { Policy } from '../policy/policy.js';
import type { Search } from '../search/search.js';
import type { Vault } from '../vault/vault.js';
import type { Sessions } from '../request/sessions.js';
import type { Mail } from '../mail/mail.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  log: EventLog;
  vault: Vault;
  files: Pick<OwnedFiles, 'eraseAccount'>;
  policy: Policy;
  commands: Commands;
  search: Pick<Search, 'forget' | 'finishErasures'>;
  forget: (userIds: readonly number[]) => Promise<void>;
}

type PendingErasure = readonly [userId: number, texts: boolean];

export class VaultErasure {
  readonly unfinishedErasures = new Map<number, boolean>();

  constructor(private readonly services: Dependencies) {}

  /** The log must already contain the erasure. `dropKey` also makes the member's posts unreadable. */
  async erase(userId: number, dropKey: boolean): Promise<void> {
    const { log, files, policy, search, forget } = this.services;
    this.unfinishedErasures.set(userId, dropKey);
    // Another server may have linked an account.
    await policy.gamesFold.catchUp(log);
    await files.eraseAccount(userId, dropKey, listAccountsToErase(policy.games, userId));
    await forget([userId]);
    await search.forget(userId);
    this.unfinishedErasures.delete(userId);
  }

  recordStart(userId: number, texts: boolean): Promise<void> {
    this.unfinishedErasures.set(userId, texts);
    return this.services.forget([userId]);
  }

  eraseAgain(userId: number): Promise<void> {
    return this.erase(userId, this.services.policy.staff.erasedMembers.get(userId) ?? true);
  }

  /**
   * Completes interrupted erasures at start-up, and repeats those of members that a restored vault has brought back.
   */
  async repeatAll(): Promise<void> {
    const erasedMembers = [...this.services.policy.staff.erasedMembers];
    for (const batch of splitIntoBatches(erasedMembers, 1_000))
      await this.repeatTogether(await this.filterStillInVault(batch));
    await this.services.forget(erasedMembers.map(([userId]) => userId));
    await this.services.search.finishErasures();
  }

  finish(): Promise<void> {
    return this.repeatTogether([...this.unfinishedErasures]);
  }

  private async filterStillInVault(erasedMembers: readonly PendingErasure[]): Promise<PendingErasure[]> {
    const { vault } = this.services;
    const ids = erasedMembers.map(([userId]) => userId);
    const existingIds = new Set((await vault.findAccountNames(ids)).map(({ id }) => id));
    const keys = await vault.findAuthorKeys(ids);
    return erasedMembers.filter(([userId, texts]) => existingIds.has(userId) || (texts && keys.has(userId)));
  }

  private async repeatTogether(erasedMembers: readonly PendingErasure[]): Promise<void> {
    for (const batch of splitIntoBatches(erasedMembers, 100)) {
      const outcomes = await Promise.allSettled(batch.map(([userId, texts]) => this.repeat(userId, texts)));
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
    }
  }

  private async repeat(userId: number, texts: boolean): Promise<void> {
    await this.services.commands.account(
      { type: 'Erase', userId, texts },
      createSystemContext('erase', String(userId)),
    );
    await this.erase(userId, texts);
  }
}

function* splitIntoBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

interface UserMemory {
  sessions: Sessions;
  directory: Directory;
  texts: Texts;
  responseCache: { clear(): void };
  mail: Pick<Mail, 'removeMailsOf'>;
}

export async function forgetUsers(services: UserMemory, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) {
    services.sessions.forget(userId, null);
    services.directory.forget(userId);
    services.texts.forget(userId);
  }
  services.responseCache.clear();
  await services.mail.removeMailsOf(userIds);
}
