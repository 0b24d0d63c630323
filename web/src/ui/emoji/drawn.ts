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

/** The build generates a sprite file from each list (`web/emoji-sprites.ts`). */
export const drawn = { places: icons, reactions: emojis, actions: actionSigns } as const;
export type Sprite = keyof typeof drawn;
