import { icons } from '@guildhall/domain/icons.js';
import { emojis } from '@guildhall/domain/reaction/emoji.js';
import type { ThreadActionKind } from '@guildhall/domain/wire/kinds.js';

export const actionSigns: Record<ThreadActionKind, string> = {
  locked: '🔒',
  unlocked: '🔓',
  pinned: '📌',
  unpinned: '📌',
  moved: '📂',
  renamed: '✏️',
  'prefix-set': '🏷️',
  'prefix-changed': '🏷️',
  'prefix-removed': '🏷️',
  solved: '✅',
  unsolved: '✅',
};

export const categorySigns = {
  recent: '🕒',
  smileys: '😀',
  people: '👋',
  nature: '🐻',
  food: '🍎',
  travel: '🚗',
  activities: '⚽',
  objects: '💡',
  symbols: '❤️',
} as const;
export type CategorySign = keyof typeof categorySigns;

/** The build generates a sprite file from each list (`web/emoji-sprites.ts`). */
export const drawnEmoji = {
  places: icons,
  reactions: emojis,
  actions: actionSigns,
  categories: categorySigns,
} as const;
export type Sprite = keyof typeof drawnEmoji;

/** The emoji's code points identify its drawing in a sprite file. */
export const getSymbolId = (emoji: string): string =>
  Array.from(emoji, (character) => character.codePointAt(0)?.toString(16)).join('-');
