import { Refusal } from '@guildhall/domain/refusals.js';
import { adminRole, memberRole, permissionKeys } from '@guildhall/domain/roles.js';
import { holdersOf, rolesOf, type Role } from '@guildhall/domain/staff/state.js';
import { limits } from '@guildhall/domain/limits.js';
import { roleHolder, type RoleRow, roleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { z } from 'zod';
import { idIn, asOfQuery } from '../request/input.js';
import { route, tagged } from './operation.js';
import { nextPage, offsetPaging, pageInMemory, positiveIntUpTo } from '../request/paging.js';
import type { AccountFilter } from '../read-models/members/account-table.js';
import type { AsOf } from '../read-models/as-of.js';

const listing = z.object({ ...asOfQuery, ...offsetPaging });
const holders = z.object({
  ...asOfQuery,
  limit: positiveIntUpTo(limits.listRows).default(limits.listRows),
  page: positiveIntUpTo(limits.listRows * limits.listRows).default(1),
});

/** The roles and who holds them, now or as of a moment. */
export const roleReads = tagged('Admin', [
  route.get('/admin/roles', {
    atRoot: true,
    summary: 'The roles with their permissions, Admin and Member first',
    query: listing,
    response: z.array(roleRow),
    actions: ['manage-roles', 'view-users'],
    run: async (call, services) => {
      const then = await services.asOf(call, call.query.at);
      const { rows, cursor } = await pageInMemory(rolesOf(then.policy.staff), call.query, (some) =>
        some.map((role) => rowOf(role, services.directory.table.count(holdersIn(then, role.roleId)))),
      );
      return { cache: 'no-cache', links: nextPage(cursor), body: rows };
    },
  }),
  route.get('/admin/roles/:id/holders', {
    summary: 'Who holds a role, by name; a header says how many there are in all',
    query: holders,
    response: z.array(roleHolder),
    actions: ['manage-roles', 'view-users'],
    run: async (call, services) => {
      const roleId = idIn(call.params.id);
      const { at, page, limit } = call.query;
      const then = await services.asOf(call, at);
      if (!then.policy.isRole(roleId)) throw new Refusal('not-found');
      const { table } = services.directory;
      const holders = holdersIn(then, roleId);
      const total = table.count(holders);
      const ids = table.page(holders, { sort: 'username', offset: (page - 1) * limit, limit });
      const links = nextPage(total > page * limit ? String(page + 1) : null, 'page');
      return {
        cache: 'no-cache',
        total,
        links,
        body: ids.map((id) => ({
          id,
          username: services.directory.nameOf(id),
          avatar_url: services.directory.author(id).avatar_url,
        })),
      };
    },
  }),
]);

const rowOf = (role: Role, held: number): RoleRow => ({
  id: role.roleId,
  name: role.name,
  display_name: role.displayName,
  description: role.description,
  color: role.color ?? null,
  permissions: permissionKeys.filter((key) => role.keys.has(key)),
  default: role.roleId === adminRole.id || role.roleId === memberRole.id,
  holders: held,
});

/** The accounts that held a role then. A Member holds no other role, and is verified. */
function holdersIn({ policy }: AsOf, roleId: number): AccountFilter {
  const { staff } = policy;
  if (roleId === memberRole.id) return { without: [[...staff.holders.keys()]], verified: true };
  return { only: [holdersOf(staff, roleId)] };
}
