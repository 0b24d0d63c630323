import { gemoji } from 'gemoji';
import type { CatalogueEmoji, EmojiCategory } from './src/ui/editor/emoji/catalogue.js';

interface SpriteSet {
  /** Name of the sprite file. */
  name: string;
  category: EmojiCategory;
  emojis: CatalogueEmoji[];
}

const categories: Readonly<Record<string, EmojiCategory>> = {
  'Smileys & Emotion': 'smileys',
  'People & Body': 'people',
  'Animals & Nature': 'nature',
  'Food & Drink': 'food',
  'Travel & Places': 'travel',
  Activities: 'activities',
  Objects: 'objects',
  Symbols: 'symbols',
  // Fluent Emoji has no country flags.
  Flags: 'symbols',
};

const joiner = '\u200D';

/** The professions of women and men have their own file because they outnumber all other people. */
export function listSpriteSets(isDrawn: (emoji: string) => boolean): SpriteSet[] {
  const sets = new Map<string, SpriteSet>();
  for (const { emoji, description, names, tags, category: key } of gemoji) {
    const category = categories[key];
    if (category === undefined || !isDrawn(emoji)) continue;
    const name = category === 'people' && emoji.includes(joiner) ? 'people-joined' : category;
    const set = sets.get(name) ?? { name, category, emojis: [] };
    set.emojis.push([emoji, description, names.join(' '), tags.join(' ')]);
    sets.set(name, set);
  }
  return [...sets.values()];
}
