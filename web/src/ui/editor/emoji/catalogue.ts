import type { CategorySign } from '../../emoji/drawn.js';

export type EmojiCategory = Exclude<CategorySign, 'recent'>;

/** A tuple because property names would make up most of the file. Names and tags are separated by spaces. */
export type CatalogueEmoji = [character: string, label: string, names: string, tags: string];

export interface EmojiSet {
  category: EmojiCategory;
  /** The URL of the sprite file. */
  sprite: string;
  emojis: CatalogueEmoji[];
}

/** The build inserts the lists and the URLs (`web/emoji-sprites.ts`). */
export const emojiSets: readonly EmojiSet[] = [];
