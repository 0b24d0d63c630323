import { foldName } from '@guildhall/domain/account/names.js';
import { isDeepStrictEqual } from 'node:util';
import type { Prefix } from '@guildhall/domain/structure/events.js';
import { findOfferedPrefix } from '@guildhall/domain/structure/prefixes.js';
import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { Policy } from '../../policy/policy.js';
import { readPages } from '../../stores/pages.js';
import { erasedName } from '../../text/mentions.js';
import type { AccountName } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';
import { AccountTable } from './account-table.js';

const pageSize = 5_000;

export class Directory {
  private readonly names = new Map<number, AccountName>();
  private readonly ids = new Map<string, number>();
  private readonly formerHolders = new Map<string, { id: number; until: string }[]>();
  version = 0;
  private readonly invalidations = new Map<number, number>();
  private readonly listeners: ((ids: readonly number[]) => void)[] = [];
  readonly table = new AccountTable();

  constructor(
    private readonly vault: Vault,
    private readonly policy: Policy,
  ) {}

  async load(): Promise<void> {
    const pages = readPages<AccountName>(pageSize, (last) => this.vault.listAccountNames(last?.id ?? 0, pageSize));
    for await (const names of pages) this.store(names);
  }

  async refresh(ids: readonly number[]): Promise<void> {
    const refreshedIds = ids.map((id) => [id, this.invalidations.get(id)] as const);
    const storedNames = await this.vault.findAccountNames(ids);
    const changedNames = storedNames.filter((name) => !isDeepStrictEqual(name, this.names.get(name.id)));
    this.store(changedNames);
    // An account may have been invalidated again during the read, so the result may be outdated.
    for (const [id, times] of refreshedIds) if (this.invalidations.get(id) === times) this.invalidations.delete(id);
    // Each mention of an unverified account looks it up again, which must not clear the response cache.
    if (changedNames.length > 0) this.notify(changedNames.map(({ id }) => id));
  }

  /** The log is ahead of the vault, which the server that verified the account changes after the event. */
  async refreshVerified(id: number): Promise<void> {
    await this.refresh([id]);
    const name = this.names.get(id);
    if (!name || name.verified) return;
    this.store([{ ...name, verified: true }]);
    this.notify([id]);
  }

  async ensure(ids: Iterable<number>): Promise<void> {
    const missingIds = [...new Set(ids)].filter(
      (id) =>
        (!this.names.get(id)?.verified || this.invalidations.has(id)) &&
        !this.policy.isGone(id) &&
        !this.policy.findProgramName(id),
    );
    if (missingIds.length > 0) await this.refresh(missingIds);
  }

  invalidate(id: number): void {
    this.invalidations.set(id, (this.invalidations.get(id) ?? 0) + 1);
  }

  forget(id: number): void {
    this.invalidations.delete(id);
    this.drop(id);
    this.table.remove(id);
    this.notify([id]);
  }

  findId(username: string): number | null {
    const id = this.ids.get(foldName(username));
    return id === undefined || this.policy.isGone(id) ? null : id;
  }

  findMemberName(id: number): string | null {
    return this.isMember(id) ? this.getName(id) : null;
  }

  findMemberId(username: string): number | null {
    const id = this.findId(username) ?? this.findFormerHolder(username);
    return id !== null && this.isMember(id) ? id : null;
  }

  private findFormerHolder(username: string): number | null {
    const fold = foldName(username);
    if (this.ids.has(fold)) return null;
    const holders = (this.formerHolders.get(fold) ?? []).filter(({ id }) => !this.policy.isGone(id));
    return holders.sort((one, other) => other.until.localeCompare(one.until))[0]?.id ?? null;
  }

  private store(names: readonly AccountName[]): void {
    for (const name of names) {
      this.drop(name.id);
      this.names.set(name.id, name);
      this.ids.set(foldName(name.username), name.id);
      for (const { username, until } of name.formerNames ?? []) {
        const fold = foldName(username);
        this.formerHolders.set(fold, [...(this.formerHolders.get(fold) ?? []), { id: name.id, until }]);
      }
    }
    this.table.put(names.filter(({ id }) => !this.policy.isGone(id)));
  }

  private drop(id: number): void {
    const currentName = this.names.get(id);
    const fold = currentName && foldName(currentName.username);
    if (fold !== undefined && this.ids.get(fold) === id) this.ids.delete(fold);
    for (const { username } of currentName?.formerNames ?? []) {
      const former = foldName(username);
      const otherHolders = (this.formerHolders.get(former) ?? []).filter((holder) => holder.id !== id);
      if (otherHolders.length > 0) this.formerHolders.set(former, otherHolders);
      else this.formerHolders.delete(former);
    }
    this.names.delete(id);
  }

  onChange(listener: (ids: readonly number[]) => void): void {
    this.listeners.push(listener);
  }

  private notify(ids: readonly number[]): void {
    this.version++;
    for (const listener of this.listeners) listener(ids);
  }

  getName(id: number): string {
    return (!this.policy.isGone(id) && this.names.get(id)?.username) || this.policy.findProgramName(id) || erasedName;
  }

  getPerson(id: number): PersonRow {
    const { username, avatar_url, role } = this.getAuthor(id);
    return { id, username, avatar_url, role };
  }

  getAuthor(id: number): AuthorFields {
    const currentName = this.policy.isGone(id) ? undefined : this.names.get(id);
    return {
      user_id: id,
      username: currentName?.username ?? this.policy.findProgramName(id) ?? erasedName,
      avatar_url: currentName?.avatar ?? null,
      role: currentName ? this.policy.getRoleName(id) : null,
    };
  }

  findPrefix(sectionId: number, prefixId: number | null): Prefix | null {
    return findOfferedPrefix(this.policy.structure, sectionId, prefixId);
  }

  isMember(id: number): boolean {
    return !this.policy.isGone(id) && this.names.get(id)?.verified === true;
  }

  findAccount(id: number): AccountName | null {
    return this.policy.isGone(id) ? null : (this.names.get(id) ?? null);
  }

  listNames(): AccountName[] {
    return [...this.names.values()].filter(({ id }) => !this.policy.isGone(id));
  }
}
