/** Every reaction that pages can draw. Admins choose which ones to offer. Counts are shown in this order. */
export const emojis = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  party: '🎉',
  thanks: '🙏',
  clap: '👏',
  fire: '🔥',
  rocket: '🚀',
  hundred: '💯',
  eyes: '👀',
  think: '🤔',
  cool: '😎',
  cry: '😭',
  angry: '😠',
  dislike: '👎',
  skull: '💀',
} as const;
export type Emoji = keyof typeof emojis;
export type ReactionCounts = Partial<Record<Emoji, number>>;
export const emojiKeys = Object.keys(emojis) as [Emoji, ...Emoji[]];

export const defaultReactions: readonly Emoji[] = ['like', 'love', 'laugh', 'wow', 'sad', 'party'];
export const maxReactions = 12;
