import { adminRole } from '@guildhall/domain/roles.js';
import { can, type Actor } from '@guildhall/domain/permissions.js';
import { isAbove, type Rank } from '@guildhall/domain/staff/rank.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/roles.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/users.js';

const rankOf = (role: RoleRow): Rank => ({ roleId: role.id, keys: new Set(role.permissions) });

/** What a role may in which place, Admins alone are told: the server has the last word. */
const unknownPlaces = [] as const;

/** The roles that somebody may give: nobody gives what he has not. */
export const rolesToGive = (actor: Actor, roles: readonly RoleRow[]): RoleRow[] =>
  roles.filter((role) => isAbove(actor, rankOf(role), unknownPlaces));

export type UserActionKind = 'ban' | 'unban' | 'role' | 'delete';
const siteActionOf = { ban: 'ban', unban: 'ban', role: 'manage-roles', delete: 'erase' } as const;

type Person = Pick<AccountRow, 'id' | 'role_id' | 'permissions'>;

/** Why an act on one account cannot be, as far as the page knows; null where it can. The server has the last word. */
export function blockedReason(
  actor: Actor,
  kind: UserActionKind,
  row: Person,
): 'yourself' | 'not-above' | 'admin' | null {
  if (kind !== 'role' && actor.userId === row.id) return 'yourself';
  if (!isAbove(actor, { roleId: row.role_id, keys: new Set(row.permissions) }, unknownPlaces)) return 'not-above';
  return row.role_id === adminRole.id && kind !== 'role' ? 'admin' : null;
}

/** Whether an act is of any use to somebody; on one account, or on those that he may choose. */
export function isAvailable(actor: Actor, kind: UserActionKind, row?: Person): boolean {
  if (!can(actor, siteActionOf[kind])) return false;
  const why = row ? blockedReason(actor, kind, row) : null;
  // Of an Admin the form says what is to be done first.
  return why === null || why === 'admin';
}
