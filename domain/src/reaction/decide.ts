import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import type { PostState } from '../post/decide.js';
import { Refusal } from '../refusals.js';
import type { StructureState } from '../structure/state.js';
import { requirePlaceFlags } from '../thread/decide.js';
import type { ThreadState } from '../thread/state.js';
import type { Emoji } from './emoji.js';
import type { ReactionEvent, ReactionTarget } from './events.js';

export interface ReactionState {
  emoji: Emoji | null;
}

export interface ReactionCommand {
  type: 'React';
  target: ReactionTarget;
  emoji: Emoji | null;
}

export interface ReactionContext {
  actor: Actor;
  structure: Readonly<StructureState>;
  thread: Readonly<ThreadState>;
  post: Readonly<PostState> | null;
  /** The reactions that the site offers. */
  offered: readonly Emoji[];
}

export const reaction: Decider<ReactionState, ReactionCommand, ReactionEvent, ReactionContext> = {
  initial: () => ({ emoji: null }),
  evolve: (_, event) => ({ emoji: event.data.emoji }),

  decide({ target, emoji }, state, { actor, structure, thread, post, offered }) {
    if (thread.status !== 'active' || (post && post.status !== 'active')) throw new Refusal('not-found');
    const flags = requirePlaceFlags(actor, structure, thread);
    if (actor.userId === null) throw new Refusal('login-first');
    // A member without permission to react may still withdraw a reaction.
    if (emoji !== null && !can(actor, 'react', { flags })) {
      throw new Refusal('forbidden', undefined, "You don't have permission to react here.");
    }
    if (emoji === state.emoji) return [];
    if (emoji !== null && !offered.includes(emoji)) throw new Refusal('reaction-not-offered', 'emoji');
    const data = { ...target, threadId: thread.threadId, userId: actor.userId, emoji, before: state.emoji };
    return [{ type: 'Reacted.v1', data }];
  },
};
