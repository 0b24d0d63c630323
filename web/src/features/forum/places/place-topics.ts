import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';

/** A connection has a bounded number of topics, some of which belong to the frame of the page. */
const maxTopics = 40;

/** The places that a page listens to, all or the subsections of one: of many, those with the newest posts. */
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
