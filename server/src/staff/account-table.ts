import { foldName } from '@guildhall/domain/account/names.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { holdersOf, roleIn } from '@guildhall/domain/staff/state.js';
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
  ranking: Pick<MemberRanking, 'members' | 'postsOf'>;
}

type Ids = ReadonlySet<number>;

/** Every account that is not erased, in the orders of the users table, which follow each change of an account or role. */
export class AccountTable {
  private orders: Record<'username' | 'email' | 'created_at', AccountOrder> | null = null;

  constructor(private readonly services: Sources) {}

  /**
   * The ids of the accounts that match a filter, in an order; ties by name. A page costs the same for any number of
   * accounts, and those whom a role, a ban or a missing verification names as much as they are; only a part of a name or
   * an address is looked for in all.
   */
  async find(filter: AccountFilter, sort: AccountSort, descending: boolean): Promise<Sequence> {
    const { only, without } = this.chosen(filter);
    const found = only ? sequenceOf(await this.sort(only, sort)) : await this.inOrder(sort, without);
    return descending ? reversed(found) : found;
  }

  /** `only`: null where all are meant but a few. */
  private chosen({ search, roleId, banned, verified }: AccountFilter): { only: Ids | null; without: Ids } {
    const { policy, directory } = this.services;
    const { holders, bans } = policy.staff;
    const sets: Ids[] = [];
    const without = new Set<number>();
    const choose = (ids: Ids, isChosen: boolean) => {
      if (isChosen) sets.push(ids);
      else for (const id of ids) without.add(id);
    };
    if (roleId === memberRole.id) choose(new Set(holders.keys()), false);
    else if (roleId !== undefined) choose(new Set(holdersOf(policy.staff, roleId)), true);
    const now = new Date().toISOString();
    if (banned !== undefined) choose(new Set([...bans.keys()].filter((id) => policy.banOf(id, now) !== null)), banned);
    if (verified !== undefined) choose(directory.unverified, !verified);
    const text = foldName(search);
    if (text !== '' && sets.length === 0) return { only: this.named(text, without), without };
    const [first, ...others] = sets.sort((a, b) => a.size - b.size);
    if (!first) return { only: null, without };
    const only = [...first].filter((id) => {
      const account = !without.has(id) && others.every((ids) => ids.has(id)) && directory.account(id);
      return account && [account.username, account.email].some((it) => foldName(it).includes(text));
    });
    return { only: new Set(only), without };
  }

  /** All but these whose name or address contains a text. */
  private named(text: string, without: Ids): Ids {
    const { username, email } = this.byKey;
    const found = new Set<number>();
    for (const order of [username, email])
      for (const { id } of order.containing(text)) if (!without.has(id)) found.add(id);
    return found;
  }

  private async inOrder(sort: AccountSort, without: Ids): Promise<Sequence> {
    if (sort !== 'posts' && sort !== 'role') return this.byKey[sort].without(without);
    const all = sort === 'posts' ? await this.byPosts() : this.byRole();
    return without.size === 0 ? all : sequenceOf(all.slice(0, all.length).filter((id) => !without.has(id)));
  }

  /** Some accounts, as `inOrder` has them. */
  private async sort(ids: Ids, sort: AccountSort): Promise<number[]> {
    if (sort !== 'posts' && sort !== 'role') return this.byKey[sort].sort(ids);
    const byName = this.byKey.username.sort(ids);
    if (sort === 'role') {
      const { staff } = this.services.policy;
      const keys = new Map(byName.map((id) => [id, this.roleKeyOf(staff.holders.get(id) ?? memberRole.id)]));
      return byName.sort((a, b) => compareTexts(keys.get(a) ?? '', keys.get(b) ?? ''));
    }
    const { ranking } = this.services;
    await ranking.members();
    const ranked = byName.filter((id) => ranking.postsOf(id) !== undefined).reverse();
    ranked.sort((a, b) => (ranking.postsOf(a) ?? 0) - (ranking.postsOf(b) ?? 0));
    return [...byName.filter((id) => ranking.postsOf(id) === undefined), ...ranked];
  }

  private get byKey() {
    const { directory } = this.services;
    return (this.orders ??= {
      username: directory.byName,
      email: new AccountOrder(directory, ({ email }) => foldName(email)),
      created_at: new AccountOrder(directory, ({ createdAt }) => createdAt),
    });
  }

  /** Admins first, as everywhere. Most accounts hold no role but Member: they are all others. */
  private byRole(): Sequence {
    const { staff } = this.services.policy;
    const keyOf = (roleId: number) => this.roleKeyOf(roleId);
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
          : sequenceOf(byName.sort(new Set(ids))),
      ),
    );
  }

  private roleKeyOf(roleId: number): string {
    return roleId === adminRole.id ? '' : foldName(roleIn(this.services.policy.staff, roleId)?.displayName ?? '');
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
