import { adminRole } from '@guildhall/domain/roles.js';
import { roleIn } from '@guildhall/domain/staff/state.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MemberRanking } from '../read-models/members/member-ranking.js';
import type { Policy } from '../policy/policy.js';
import { foldCase } from '../vault/account-record.js';
import type { AccountName } from '../vault/vault.js';

export const accountSorts = ['username', 'email', 'created_at', 'posts', 'role'] as const;
export type AccountSort = (typeof accountSorts)[number];

export interface AccountFilter {
  /** A part of the name or the address, ignoring case. */
  search: string;
  roleId?: number | undefined;
  banned?: boolean | undefined;
  verified?: boolean | undefined;
}

interface Entry {
  account: AccountName;
  /** Normalised for comparison. */
  name: string;
  email: string;
}

interface Sources {
  directory: Pick<Directory, 'version' | 'all' | 'account'>;
  policy: Pick<Policy, 'position' | 'staff' | 'roleOf' | 'banOf'>;
  ranking: Pick<MemberRanking, 'members'>;
}

/**
 * Every account that is not erased, in the orders of the users table. An order is cached until an account or a role
 * changes: a page costs a walk over the accounts in memory.
 */
export class AccountTable {
  private readonly cache = new Map<AccountSort, { stamp: string; entries: readonly Entry[] }>();

  constructor(private readonly services: Sources) {}

  /** The accounts that match a filter, in an order; ties by name. */
  async find(filter: AccountFilter, sort: AccountSort, descending: boolean): Promise<AccountName[]> {
    const { policy, directory } = this.services;
    const now = new Date().toISOString();
    const wanted = foldCase(filter.search.trim());
    const { roleId, banned, verified } = filter;
    const found = (await this.inOrder(sort)).flatMap(({ account, name, email }) => {
      const { id } = account;
      if (!name.includes(wanted) && !email.includes(wanted)) return [];
      if (verified !== undefined && account.verified !== verified) return [];
      if (roleId !== undefined && policy.roleOf(id) !== roleId) return [];
      if (banned !== undefined && (policy.banOf(id, now) !== null) !== banned) return [];
      return directory.account(id) ?? [];
    });
    return descending ? found.reverse() : found;
  }

  private async inOrder(sort: AccountSort): Promise<readonly Entry[]> {
    if (sort === 'posts') return this.byPosts();
    const { directory, policy } = this.services;
    const stamp = sort === 'role' ? `${directory.version} ${policy.position}` : String(directory.version);
    const kept = this.cache.get(sort);
    if (kept?.stamp === stamp) return kept.entries;
    const keyOf = this.keyOf(sort);
    const entries = directory
      .all()
      .map((account) => ({ entry: entryOf(account), key: keyOf(account) }))
      .sort((a, b) => compare(a.key, b.key) || compare(a.entry.name, b.entry.name))
      .map(({ entry }) => entry);
    this.cache.set(sort, { stamp, entries });
    return entries;
  }

  private keyOf(sort: Exclude<AccountSort, 'posts'>): (account: AccountName) => string {
    const { policy } = this.services;
    switch (sort) {
      case 'username':
        return ({ username }) => foldCase(username);
      case 'email':
        return ({ email }) => foldCase(email);
      case 'created_at':
        return ({ createdAt }) => createdAt;
      case 'role':
        // Admins first, as everywhere.
        return ({ id }) => {
          const roleId = policy.roleOf(id);
          return roleId === adminRole.id ? '' : foldCase(roleIn(policy.staff, roleId)?.displayName ?? '');
        };
    }
  }

  /** Fewest first. The ranking has the members in order already; an account in no list has no posts. */
  private async byPosts(): Promise<readonly Entry[]> {
    const ranked = [...(await this.services.ranking.members())].reverse();
    const known = new Set(ranked.map(({ id }) => id));
    const others = (await this.inOrder('username')).filter(({ account }) => !known.has(account.id));
    const accountOf = (id: number) => this.services.directory.account(id);
    const members = ranked.flatMap(({ id }) => {
      const account = accountOf(id);
      return account ? [entryOf(account)] : [];
    });
    return [...others, ...members];
  }
}

const entryOf = (account: AccountName): Entry => ({
  account,
  name: foldCase(account.username),
  email: foldCase(account.email),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
