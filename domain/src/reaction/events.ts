import type { Emoji } from './emoji.js';

export type ReactionTarget = { kind: 'post' | 'thread'; id: number };

/** Stream `reaction-<target>-<user>`. One person has at most one reaction to a text; null withdraws it. */
export type ReactionEvent = {
  type: 'Reacted.v1';
  data: ReactionTarget & { threadId: number; userId: number; emoji: Emoji | null; before: Emoji | null };
};
