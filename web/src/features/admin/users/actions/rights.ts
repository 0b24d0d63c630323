import { adminRole } from '@guildhall/domain/roles.js';
import { can, type Actor } from '@guildhall/domain/permissions.js';
import { isAbove, type Rank } from '@guildhall/domain/staff/rank.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';

const rankOf = (role: RoleRow): Rank => ({ roleId: role.id, keys: new Set(role.permissions) });

/** Only Admins receive what a role may do in which place: the server has the last word. */
const unknownPlaces = [] as const;

/** The roles that a person may give: no one gives a permission that they do not have. */
export const rolesToGive = (actor: Actor, roles: readonly RoleRow[]): RoleRow[] =>
  roles.filter((role) => isAbove(actor, rankOf(role), unknownPlaces));

export type UserActionKind = 'ban' | 'unban' | 'role' | 'delete';
const siteActionOf = { ban: 'ban', unban: 'ban', role: 'manage-roles', delete: 'erase' } as const;

type Person = Pick<AccountRow, 'id' | 'role_id' | 'permissions'>;

/**
 * Why an action on one account is not possible, as far as the page knows; null where it is. The server has the last
 * word.
 */
export function blockedReason(
  actor: Actor,
  kind: UserActionKind,
  row: Person,
): 'yourself' | 'not-above' | 'admin' | null {
  if (kind !== 'role' && actor.userId === row.id) return 'yourself';
  if (!isAbove(actor, { roleId: row.role_id, keys: new Set(row.permissions) }, unknownPlaces)) return 'not-above';
  return row.role_id === adminRole.id && kind !== 'role' ? 'admin' : null;
}

/** Whether an action is available to the person; on one account, or on those that they may choose. */
export function isAvailable(actor: Actor, kind: UserActionKind, row?: Person): boolean {
  if (!can(actor, siteActionOf[kind])) return false;
  const why = row ? blockedReason(actor, kind, row) : null;
  // For an Admin the form shows what must be done first.
  return why === null || why === 'admin';
}
