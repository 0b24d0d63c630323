import type { Emoji } from '@guildhall/domain/reaction/emoji.js';

const names: Record<Emoji, string> = {
  like: 'Like',
  love: 'Love',
  laugh: 'Laugh',
  wow: 'Wow',
  sad: 'Sad',
  party: 'Party',
};

export const texts = {
  names,
  counted: (emoji: Emoji, count: number) => `${names[emoji]}: ${count}`,
  group: 'Reactions',
  add: 'Add a reaction',
  who: 'Who reacted',
  failed: 'Your reaction could not be saved. Please try again.',
  logInToReact: 'Log in to react',
  mayNot: "You don't have permission to react here.",
  nobody: 'No reactions yet.',
  more: 'Show more',
} as const;
