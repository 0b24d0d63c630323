import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { toPlaceIds, getPlaceRow, listPlacesIn, type Place, type PlaceIds } from '../../../shared/state/sections.js';

/** The server limits the topics per connection, and the layout needs a few of them. */
const maxTopics = 40;

export const getTopic = ({ section_id, subsection_id }: PlaceIds): Topic =>
  subsection_id === null ? `section:${section_id}` : `subsection:${subsection_id}`;

export function listTopics(sections: readonly SectionRow[], within?: number): Topic[] {
  const getLastPostTime = (place: Place) => getPlaceRow(place).last_thread?.at ?? '';
  return sections
    .flatMap(listPlacesIn)
    .filter(({ section, subsection }) => within === undefined || (subsection && section.id === within))
    .sort((one, other) => getLastPostTime(other).localeCompare(getLastPostTime(one)))
    .slice(0, maxTopics)
    .map((place) => getTopic(toPlaceIds(place)));
}
