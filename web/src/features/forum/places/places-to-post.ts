import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { disallowsDirectThreads, placeRowOf, placesIn, type Place } from '../../../shared/state/sections.js';

export function placesToPost(place: Place, actor: Actor): Place[] {
  return (place.subsection ? [place] : placesIn(place.section)).filter(
    (one) => !disallowsDirectThreads(one) && can(actor, 'create-thread', { flags: placeRowOf(one).can }),
  );
}

export function allPlacesToPost(sections: readonly SectionRow[], actor: Actor): Place[] {
  return sections.flatMap((section) => placesToPost({ section, subsection: null }, actor));
}
