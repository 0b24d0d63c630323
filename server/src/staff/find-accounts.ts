import { foldName } from '@guildhall/domain/account/names.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { listHolders, findRole } from '@guildhall/domain/staff/state.js';
import type { Policy } from '../policy/policy.js';
import type { AccountFilter, AccountPage, AccountSort } from '../read-models/members/account-table.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MemberRanking } from '../read-models/members/member-ranking.js';

export const accountSorts = ['username', 'email', 'created_at', 'posts', 'role'] as const satisfies AccountSort[];

interface Query {
  search: string;
  roleId?: number | undefined;
  banned?: boolean | undefined;
  verified?: boolean | undefined;
}

interface Dependencies {
  directory: Pick<Directory, 'table'>;
  policy: Pick<Policy, 'staff' | 'findBan'>;
  ranking: Pick<MemberRanking, 'refresh'>;
}

export async function findAccounts(
  { directory, policy, ranking }: Dependencies,
  query: Query,
  page: Omit<AccountPage, 'roleKeys'>,
): Promise<{ ids: number[]; total: number }> {
  if (page.sort === 'posts') await ranking.refresh();
  const filter = buildFilter(policy, query);
  const ids = directory.table.listPage(
    filter,
    page.sort === 'role' ? { ...page, roleKeys: buildRoleKeys(policy) } : page,
  );
  return { ids, total: directory.table.count(filter) };
}

function buildFilter(policy: Dependencies['policy'], { search, roleId, banned, verified }: Query): AccountFilter {
  const includedIds: number[][] = [];
  const excludedIds: number[][] = [];
  const { holders, bans } = policy.staff;
  if (roleId === memberRole.id) excludedIds.push([...holders.keys()]);
  else if (roleId !== undefined) includedIds.push(listHolders(policy.staff, roleId));
  const now = new Date().toISOString();
  if (banned !== undefined) {
    (banned ? includedIds : excludedIds).push([...bans.keys()].filter((id) => policy.findBan(id, now) !== null));
  }
  return { text: search, verified, only: includedIds, without: excludedIds };
}

function buildRoleKeys({ staff }: Pick<Policy, 'staff'>): AccountPage['roleKeys'] {
  const getSortKey = (roleId: number) =>
    roleId === adminRole.id ? '' : foldName(findRole(staff, roleId)?.displayName ?? '');
  const holders = new Map([...staff.holders].map(([id, roleId]) => [id, getSortKey(roleId)]));
  return { holders, others: getSortKey(memberRole.id) };
}
