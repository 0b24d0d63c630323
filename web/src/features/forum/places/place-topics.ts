import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';

/** The server bounds the topics per connection, and the page frame needs some of them. */
const maxTopics = 40;

/**
 * Returns the topics of all places, or of one section's subsections; beyond the maximum, those with the newest posts.
 */
export function topicsOf(sections: readonly SectionRow[], within?: number): Topic[] {
  const places = sections.flatMap((section) => [
    { topic: `section:${section.id}` as const, at: section.last_thread?.at ?? '', inside: null },
    ...section.subcategories.map(({ id, last_thread }) => ({
      topic: `subsection:${id}` as const,
      at: last_thread?.at ?? '',
      inside: section.id,
    })),
  ]);
  return places
    .filter(({ inside }) => within === undefined || inside === within)
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxTopics)
    .map(({ topic }) => topic);
}
