import type { Emoji } from '@guildhall/domain/reaction/emoji.js';

export const reactionNames: Record<Emoji, string> = {
  like: 'Like',
  love: 'Love',
  laugh: 'Laugh',
  wow: 'Wow',
  sad: 'Sad',
  party: 'Party',
  thanks: 'Thanks',
  clap: 'Applause',
  fire: 'Fire',
  rocket: 'Rocket',
  hundred: 'Hundred points',
  eyes: 'Eyes',
  think: 'Thinking',
  cool: 'Cool',
  cry: 'Crying',
  angry: 'Angry',
  dislike: 'Dislike',
  skull: 'Skull',
};
