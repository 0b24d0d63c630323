import { actions, can, flagsOf, isAdmin, type Actor, type PlaceEntries } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole } from '../roles.js';

export type Rank = Pick<Actor, 'roleId' | 'keys'>;

/**
 * Whether the actor has every key and place permission of the target. Staff may act only on such people and roles, and
 * on Admins only as Admin.
 */
export function isAbove(actor: Actor, target: Rank, places: readonly PlaceEntries[]): boolean {
  if (isAdmin(actor)) return true;
  if (target.roleId === adminRole.id) return false;
  if (![...target.keys].every((key) => actor.keys.has(key))) return false;
  const holder = { ...target, userId: 0 };
  return places.every((entries) => coversRightsIn(entries, actor, holder));
}

/** Compares rights to other people's texts in one place. Rights to one's own are the same for all who may view it. */
function coversRightsIn(entries: PlaceEntries, actor: Actor, holder: Actor): boolean {
  const [own, theirs] = [flagsOf(actor, entries), flagsOf(holder, entries)];
  return [false, true].every((locked) =>
    actions.every(
      (action) => !can(holder, action, { flags: theirs, locked }) || can(actor, action, { flags: own, locked }),
    ),
  );
}

/** @throws Refusal forbidden if the actor is not above the target; `null` is the installation itself */
export function refuseUnlessAbove(actor: Actor | null, target: Rank, places: readonly PlaceEntries[]): void {
  if (!actor || isAbove(actor, target, places)) return;
  const words = 'You can only manage people and roles whose permissions you also have, in every section.';
  throw new Refusal('forbidden', undefined, words);
}
