import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { roleIn } from '@guildhall/domain/staff/state.js';
import {
  AccountOrder,
  compareTexts,
  concatenated,
  reversed,
  type Sequence,
} from '../read-models/members/account-order.js';
import type { RankedMember } from '../read-models/members/member-order.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MemberRanking } from '../read-models/members/member-ranking.js';
import type { Policy } from '../policy/policy.js';
import { foldCase } from '../vault/account-record.js';

export const accountSorts = ['username', 'email', 'created_at', 'posts', 'role'] as const;
export type AccountSort = (typeof accountSorts)[number];

export interface AccountFilter {
  /** A part of the name or the address, ignoring case. */
  search: string;
  roleId?: number | undefined;
  banned?: boolean | undefined;
  verified?: boolean | undefined;
}

interface Sources {
  directory: Pick<Directory, 'all' | 'account' | 'onChange' | 'byName' | 'unverified'>;
  policy: Pick<Policy, 'staff' | 'roleOf' | 'banOf'>;
  ranking: Pick<MemberRanking, 'members'>;
}

const none: ReadonlySet<number> = new Set();

/** Every account that is not erased, in the orders of the users table, which follow each change of an account or role. */
export class AccountTable {
  private orders: Record<'username' | 'email' | 'created_at', AccountOrder> | null = null;

  constructor(private readonly services: Sources) {}

  /**
   * The ids of the accounts that match a filter, in an order; ties by name. Without a filter a page costs the same for any
   * number of accounts; a filter reads all of them.
   */
  async find(filter: AccountFilter, sort: AccountSort, descending: boolean): Promise<Sequence> {
    const all = await this.inOrder(sort);
    const isFiltered =
      filter.search.trim() !== '' || [filter.roleId, filter.banned, filter.verified].some((it) => it !== undefined);
    const found = isFiltered ? sequenceOf(this.matching(all.slice(0, all.length), filter)) : all;
    return descending ? reversed(found) : found;
  }

  private matching(ids: readonly number[], { search, roleId, banned, verified }: AccountFilter): number[] {
    const { policy, directory } = this.services;
    const now = new Date().toISOString();
    const wanted = foldCase(search.trim());
    const isNamed = (id: number) => {
      const texts = this.byKey.email.entry(id);
      return texts !== null && (texts.name.includes(wanted) || texts.key.includes(wanted));
    };
    return ids.filter((id) => {
      if (wanted !== '' && !isNamed(id)) return false;
      const account = directory.account(id);
      if (!account || (verified !== undefined && account.verified !== verified)) return false;
      if (roleId !== undefined && policy.roleOf(id) !== roleId) return false;
      return banned === undefined || (policy.banOf(id, now) !== null) === banned;
    });
  }

  private async inOrder(sort: AccountSort): Promise<Sequence> {
    if (sort === 'posts') return this.byPosts();
    return sort === 'role' ? this.byRole() : this.byKey[sort].without(none);
  }

  private get byKey() {
    const { directory } = this.services;
    return (this.orders ??= {
      username: directory.byName,
      email: new AccountOrder(directory, ({ email }) => foldCase(email)),
      created_at: new AccountOrder(directory, ({ createdAt }) => createdAt),
    });
  }

  /** Admins first, as everywhere. Most accounts hold no role but Member: they are all others. */
  private byRole(): Sequence {
    const { staff } = this.services.policy;
    const keyOf = (roleId: number) =>
      roleId === adminRole.id ? '' : foldCase(roleIn(staff, roleId)?.displayName ?? '');
    const holders = new Map<string, number[]>([[keyOf(memberRole.id), []]]);
    for (const [id, roleId] of staff.holders) {
      const key = keyOf(roleId);
      holders.set(key, holders.get(key) ?? []);
      holders.get(key)?.push(id);
    }
    const byName = this.byKey.username;
    const parts = [...holders].sort(([a], [b]) => compareTexts(a, b));
    return concatenated(
      parts.map(([key, ids]) =>
        key === keyOf(memberRole.id)
          ? byName.without(new Set([...staff.holders.keys()].filter((id) => !ids.includes(id))))
          : sequenceOf(byName.sort(ids)),
      ),
    );
  }

  /** Fewest first. The ranking has the members in order already; an account in no list has no posts. */
  private async byPosts(): Promise<Sequence> {
    const ranked = await this.services.ranking.members();
    const members: Sequence = {
      length: ranked.length,
      slice: (from, to) => ranked.slice(from, to).map(({ id }) => id),
    };
    return concatenated([sequenceOf(this.unranked(ranked)), reversed(members)]);
  }

  /** Those that are not verified, except while the views are behind. */
  private unranked(ranked: readonly RankedMember[]): number[] {
    const { directory } = this.services;
    const accounts = directory.byName.entries();
    if (accounts.length === ranked.length + directory.unverified.size)
      return directory.byName.sort(directory.unverified);
    const known = new Set(ranked.map(({ id }) => id));
    return accounts.flatMap(({ id }) => (known.has(id) ? [] : id));
  }
}

const sequenceOf = (ids: number[]): Sequence => ids;
