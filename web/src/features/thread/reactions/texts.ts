import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import { reactionNames } from '../../../ui/emoji/reaction-texts.js';

export const texts = {
  counted: (emoji: Emoji, count: number) => `${reactionNames[emoji]}: ${count}`,
  group: 'Reactions',
  add: 'Add a reaction',
  who: 'Who reacted',
  failed: 'Your reaction could not be saved. Please try again.',
  logInToReact: 'Log in to react',
  mayNot: "You don't have permission to react here.",
  nobody: 'No reactions yet.',
  more: 'Show more',
} as const;
