import { Refusal } from '@guildhall/domain/refusals.js';
import { adminRole, memberRole, permissionKeys } from '@guildhall/domain/roles.js';
import { listHolders, listRoles, type Role } from '@guildhall/domain/staff/state.js';
import { roleHolder, type RoleRow, roleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { z } from 'zod';
import { parseId, asOfQuery } from '../request/input.js';
import { route, tagRoutes } from './operation.js';
import { buildNumberedLinks, numberedPaging, offsetPaging, paginateInMemory } from '../request/paging.js';
import type { AccountFilter } from '../read-models/members/account-table.js';
import type { AsOf } from '../read-models/as-of.js';

const listQuery = z.object({ ...asOfQuery, ...offsetPaging });
const holders = z.object({ ...asOfQuery, ...numberedPaging });

export const roleReads = tagRoutes('Admin', [
  route.get('/admin/roles', {
    scope: 'read',
    atRoot: true,
    summary: 'The roles with their permissions, Admin and Member first',
    query: listQuery,
    response: z.array(roleRow),
    actions: ['manage-roles', 'view-users'],
    run: async (call, services) => {
      const asOf = await services.loadAsOf(call, call.query.at);
      const { rows, cursor } = await paginateInMemory(listRoles(asOf.policy.staff), call.query, (some) =>
        some.map((role) => buildRow(role, services.directory.table.count(filterHolders(asOf, role.roleId)))),
      );
      return { cache: 'no-cache', cursor, body: rows };
    },
  }),
  route.get('/admin/roles/:id/holders', {
    scope: 'read',
    summary: 'The members who hold a role, by name; a header contains the total number',
    query: holders,
    response: z.array(roleHolder),
    actions: ['manage-roles', 'view-users'],
    run: async (call, services) => {
      const roleId = parseId(call.params.id);
      const { at, page, limit } = call.query;
      const asOf = await services.loadAsOf(call, at);
      if (!asOf.policy.isRole(roleId)) throw new Refusal('not-found');
      const { table } = services.directory;
      const holders = filterHolders(asOf, roleId);
      const total = table.count(holders);
      const ids = table.listPage(holders, { sort: 'username', offset: (page - 1) * limit, limit });
      const rows = ids.map((id) => {
        const { username, avatar_url } = services.directory.getAuthor(id);
        return { id, username, avatar_url };
      });
      return { cache: 'no-cache', total, links: buildNumberedLinks(total, call.query), body: rows };
    },
  }),
]);

const buildRow = (role: Role, holderCount: number): RoleRow => ({
  id: role.roleId,
  name: role.name,
  display_name: role.displayName,
  description: role.description,
  color: role.color ?? null,
  permissions: permissionKeys.filter((key) => role.keys.has(key)),
  default: role.roleId === adminRole.id || role.roleId === memberRole.id,
  holders: holderCount,
});

function filterHolders({ policy }: AsOf, roleId: number): AccountFilter {
  const { staff } = policy;
  if (roleId === memberRole.id) return { without: [[...staff.holders.keys()]], verified: true };
  return { only: [listHolders(staff, roleId)] };
}
