/** The reactions that there are, by key; what each looks like is the page's business. */
export const emojis = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  party: '🎉',
} as const;
export type Emoji = keyof typeof emojis;
/** How many reacted with what; what nobody chose is absent. */
export type ReactionCounts = Partial<Record<Emoji, number>>;
export const emojiKeys = Object.keys(emojis) as [Emoji, ...Emoji[]];
