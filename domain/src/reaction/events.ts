import type { Emoji } from './emoji.js';

export type ReactionTarget = { kind: 'post' | 'thread'; id: number };

/** The event of the stream `reaction-<target>-<user>`. `emoji: null` withdraws the reaction. */
export type ReactionEvent = {
  type: 'Reacted.v1';
  data: ReactionTarget & { threadId: number; userId: number; emoji: Emoji | null; before: Emoji | null };
};
