import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import type { ReactionTarget } from '@guildhall/domain/reaction/events.js';
import type { View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** A member's reaction: one document per text and person. The reply or thread itself has the counts. */
export interface ReactionDocument extends ViewDocument {
  /** `<target>:<user>` */
  id: string;
  kind: ReactionTarget['kind'];
  targetId: number;
  threadId: number;
  userId: number;
  /** Null after it was withdrawn. */
  emoji: Emoji | null;
  active: boolean;
  at: string;
  /** Position of the event. */
  order: string;
}

export const reactionsView: View = {
  schema: {
    reactions: {
      indexes: [
        ['targetId', 'active', 'order'],
        ['userId', 'threadId', 'active', 'order'],
        ['userId', 'active', 'order'],
      ],
    },
  },
  events: ['Reacted.v1'],

  project(event) {
    if (event.type !== 'Reacted.v1') return [];
    const { kind, id: targetId, threadId, userId, emoji } = event.data;
    const document: Omit<ReactionDocument, 'pos'> = {
      id: `${targetId}:${userId}`,
      kind,
      targetId,
      threadId,
      userId,
      emoji,
      active: emoji !== null,
      at: event.metadata.at ?? '',
      order: event.position,
    };
    return [{ collection: 'reactions', document: { ...document } }];
  },
};
