import { actions, can, resolveFlags, isAdmin, type Actor, type PlaceEntries } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole, staffKeys } from '../roles.js';

export type Rank = Pick<Actor, 'roleId' | 'keys'>;

/**
 * Staff may act only on members and roles whose permissions they also have, and only Admins may act on Admins. Programs
 * rank below all staff, so they may act only on Members. Game servers may act up to the role that is their limit.
 */
export function mayManage(actor: Actor, target: Rank, places: readonly PlaceEntries[]): boolean {
  const { limit } = actor;
  if (limit)
    return (
      !staffKeys.some((key) => target.keys.has(key)) && mayManage({ ...limit, userId: actor.userId }, target, places)
    );
  if (actor.isProgram && target.roleId !== memberRole.id) return false;
  if (isAdmin(actor)) return true;
  if (target.roleId === adminRole.id) return false;
  if (![...target.keys].every((key) => actor.keys.has(key))) return false;
  const holder = { ...target, userId: 0 };
  return places.every((entries) => hasAllRightsOf(entries, actor, holder));
}

function hasAllRightsOf(entries: PlaceEntries, actor: Actor, holder: Actor): boolean {
  const [actorFlags, holderFlags] = [resolveFlags(actor, entries), resolveFlags(holder, entries)];
  return [false, true].every((isLocked) =>
    actions.every(
      (action) =>
        !can(holder, action, { flags: holderFlags, locked: isLocked }) ||
        can(actor, action, { flags: actorFlags, locked: isLocked }),
    ),
  );
}

/** Whatever its limit, a game server cannot act on anyone who has a permission that Members lack. */
export function shieldStaff(actor: Actor | null, target: Rank): void {
  if (actor?.limit && ![...target.keys].every((key) => memberRole.keys.includes(key))) throw new Refusal('forbidden');
}

export function requireMayManage(actor: Actor | null, target: Rank, places: readonly PlaceEntries[]): void {
  if (!actor || mayManage(actor, target, places)) return;
  const message = 'You can only manage people and roles whose permissions you also have, in every section.';
  throw new Refusal('forbidden', undefined, message);
}
