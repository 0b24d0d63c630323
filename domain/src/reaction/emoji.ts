/** The page decides what each emoji looks like. */
export const emojis = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  party: '🎉',
} as const;
export type Emoji = keyof typeof emojis;
/** Unused emojis are absent. */
export type ReactionCounts = Partial<Record<Emoji, number>>;
export const emojiKeys = Object.keys(emojis) as [Emoji, ...Emoji[]];
