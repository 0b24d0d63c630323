import { isAdmin, type Actor } from '../permissions.js';
import { adminRole } from '../roles.js';

/** Somebody, or a role as whoever holds it. */
export type Rank = Pick<Actor, 'roleId' | 'keys'>;

/** Staff acts only on people and roles whose keys are all its own, and on Admins only as Admin. */
export function isAbove(actor: Actor, target: Rank): boolean {
  if (isAdmin(actor)) return true;
  return target.roleId !== adminRole.id && [...target.keys].every((key) => actor.keys.has(key));
}
