import { actions, can, flagsOf, isAdmin, type Actor, type PlaceEntries } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole } from '../roles.js';

export type Rank = Pick<Actor, 'roleId' | 'keys'>;

/**
 * Whether the target has no key and no permission in any place that the actor lacks: staff acts only on such people and
 * roles, and on Admins only as Admin.
 */
export function isAbove(actor: Actor, target: Rank, places: readonly PlaceEntries[]): boolean {
  if (isAdmin(actor)) return true;
  if (target.roleId === adminRole.id) return false;
  if (![...target.keys].every((key) => actor.keys.has(key))) return false;
  const holder = { ...target, userId: 0 };
  return places.every((entries) => coversRightsIn(entries, actor, holder));
}

/** In one place, on others' texts: what members may do to their own is the same for all who may view it. */
function coversRightsIn(entries: PlaceEntries, actor: Actor, holder: Actor): boolean {
  const [own, theirs] = [flagsOf(actor, entries), flagsOf(holder, entries)];
  return [false, true].every((locked) =>
    actions.every(
      (action) => !can(holder, action, { flags: theirs, locked }) || can(actor, action, { flags: own, locked }),
    ),
  );
}

/** @throws Refusal forbidden where the actor is not above the target; `null` is the installation itself */
export function refuseUnlessAbove(actor: Actor | null, target: Rank, places: readonly PlaceEntries[]): void {
  if (!actor || isAbove(actor, target, places)) return;
  const words = 'You can only manage people and roles whose permissions you also have, in every section.';
  throw new Refusal('forbidden', undefined, words);
}
