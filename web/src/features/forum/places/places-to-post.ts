import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { disallowsDirectThreads, getPlaceRow, listPlacesIn, type Place } from '../../../shared/state/sections.js';

export function listPlacesToPost(place: Place, actor: Actor): Place[] {
  return (place.subsection ? [place] : listPlacesIn(place.section)).filter(
    (candidate) =>
      !disallowsDirectThreads(candidate) && can(actor, 'create-thread', { flags: getPlaceRow(candidate).can }),
  );
}

/** Used for guests, who have Member's flags except for `can_view`. */
export function canMembersPost(place: Place): boolean {
  return !disallowsDirectThreads(place) && getPlaceRow(place).can.can_post;
}

export function listAllPlacesToPost(sections: readonly SectionRow[], actor: Actor): Place[] {
  return sections.flatMap((section) => listPlacesToPost({ section, subsection: null }, actor));
}
