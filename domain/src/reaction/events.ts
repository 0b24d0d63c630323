import type { Emoji } from './emoji.js';

export type ReactionTarget = { kind: 'post' | 'thread'; id: number };

/** The only event type in the `reaction-<target>-<user>` stream. `emoji: null` withdraws the reaction. */
export type ReactionEvent = {
  type: 'Reacted.v1';
  data: ReactionTarget & { threadId: number; userId: number; emoji: Emoji | null; before: Emoji | null };
};
