import { adminRole } from '@guildhall/domain/roles.js';
import { can, type Actor } from '@guildhall/domain/permissions.js';
import { mayManage, type Rank } from '@guildhall/domain/staff/rank.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';

const toRank = (role: RoleRow): Rank => ({ roleId: role.id, keys: new Set(role.permissions) });

/** Only Admins can read permissions in places. The server makes the final check. */
const unknownPlaces = [] as const;

/** Staff cannot assign a role with permissions that they lack. */
export const listAssignableRoles = (actor: Actor, roles: readonly RoleRow[]): RoleRow[] =>
  roles.filter((role) => mayManage(actor, toRank(role), unknownPlaces));

export type UserActionKind = 'ban' | 'unban' | 'role' | 'delete';
const siteActionOf = { ban: 'ban', unban: 'ban', role: 'manage-roles', delete: 'erase' } as const;

type Person = Pick<AccountRow, 'id' | 'role_id' | 'permissions'>;

/** Returns null if nothing that the page knows blocks the action. The server makes the final check. */
export function findBlockReason(
  actor: Actor,
  kind: UserActionKind,
  row: Person,
): 'yourself' | 'not-above' | 'admin' | null {
  if (kind !== 'role' && actor.userId === row.id) return 'yourself';
  if (!mayManage(actor, { roleId: row.role_id, keys: new Set(row.permissions) }, unknownPlaces)) return 'not-above';
  return row.role_id === adminRole.id && kind !== 'role' ? 'admin' : null;
}

export function isAvailable(actor: Actor, kind: UserActionKind, row?: Person): boolean {
  if (!can(actor, siteActionOf[kind])) return false;
  const blockReason = row ? findBlockReason(actor, kind, row) : null;
  // Admins can open the form, which explains what to do first.
  return blockReason === null || blockReason === 'admin';
}
