export const emojis = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  party: '🎉',
} as const;
export type Emoji = keyof typeof emojis;
export type ReactionCounts = Partial<Record<Emoji, number>>;
export const emojiKeys = Object.keys(emojis) as [Emoji, ...Emoji[]];
