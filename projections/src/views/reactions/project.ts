import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import type { ReactionTarget } from '@guildhall/domain/reaction/events.js';
import { createView } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** There is one document per member and post or thread, which stores its own counts. */
export interface ReactionDocument extends ViewDocument {
  /** Has the form `<target>:<user>`. */
  id: string;
  kind: ReactionTarget['kind'];
  targetId: number;
  threadId: number;
  userId: number;
  emoji: Emoji | null;
  active: boolean;
  at: string;
  order: string;
}

export const reactionsView = createView(
  {
    reactions: {
      indexes: [
        ['targetId', 'active', 'order'],
        ['userId', 'threadId', 'active', 'order'],
        ['userId', 'active', 'order'],
      ],
    },
  },
  {
    'Reacted.v1': ({ data, metadata, position: order }) => {
      const { kind, id: targetId, threadId, userId, emoji } = data;
      const reaction = { kind, targetId, threadId, userId, emoji, active: emoji !== null };
      const document = { id: `${targetId}:${userId}`, ...reaction, at: metadata.at ?? '', order };
      return [{ collection: 'reactions', document }];
    },
  },
);
