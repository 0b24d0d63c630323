import type { CategorySign } from '../../emoji/drawn.js';

export const texts = {
  emoji: 'Emoji',
  search: 'Search emoji',
  categories: 'Categories',
  names: {
    recent: 'Recent',
    smileys: 'Smileys and emotion',
    people: 'People and body',
    nature: 'Animals and nature',
    food: 'Food and drink',
    travel: 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
  } satisfies Record<CategorySign, string>,
  found: (count: number) => `${count} emoji`,
  none: 'No emoji found.',
  failed: 'The emoji could not be loaded.',
} as const;
