import type { Emoji, ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { toRowPosition } from '../../../live/positions.js';
import { createId } from '../../../shared/create-id.js';
import { send, getMessage } from '../../../shared/api/api.js';
import { showError } from '../../../shared/toast.js';
import { loadInto } from '../state/staff-rows.js';
import { useThread, type OwnReaction } from '../state/store.js';
import { texts } from './texts.js';

const noReaction: OwnReaction = { countedEmoji: null, wantedEmoji: null, since: null };

export type Target = { kind: 'post' | 'thread'; id: number; pos: string; reactions: ReactionCounts };

export async function loadOwnReactions(threadId: number): Promise<void> {
  await loadInto(`/forums/reactions/${threadId}`, (body: Record<string, Emoji>) => {
    const loadedReactions = Object.entries(body).map(([id, emoji]): [string, OwnReaction] => {
      return [id, { countedEmoji: emoji, wantedEmoji: emoji, since: null }];
    });
    return { ownReactions: { ...Object.fromEntries(loadedReactions), ...useThread.getState().ownReactions } };
  });
}

export function applyOwnReaction(
  { reactions, pos }: Pick<Target, 'reactions' | 'pos'>,
  own: OwnReaction = noReaction,
): ReactionCounts {
  const { countedEmoji, wantedEmoji } = confirmReaction(own, pos);
  if (countedEmoji === wantedEmoji) return reactions;
  const counts = { ...reactions };
  if (countedEmoji) counts[countedEmoji] = Math.max(0, (counts[countedEmoji] ?? 0) - 1);
  if (wantedEmoji) counts[wantedEmoji] = (counts[wantedEmoji] ?? 0) + 1;
  return counts;
}

function confirmReaction(own: OwnReaction, pos: string): OwnReaction {
  return own.since !== null && pos >= own.since ? { ...own, countedEmoji: own.wantedEmoji } : own;
}

/** Shows the reaction immediately, and reverts it with a message if the server refuses. */
export async function react({ kind, id, pos }: Target, emoji: Emoji): Promise<void> {
  const getCurrentReaction = () => useThread.getState().ownReactions[id] ?? noReaction;
  const set = (next: OwnReaction) => useThread.setState((state) => void (state.ownReactions[id] = next));
  const previousReaction = confirmReaction(getCurrentReaction(), pos);
  const requestedEmoji = previousReaction.wantedEmoji === emoji ? null : emoji;
  set({ ...previousReaction, wantedEmoji: requestedEmoji, since: null });
  try {
    const key = createId();
    const { position } = await send<WriteResponse>('PUT', '/forums/reactions', key, {
      kind,
      id,
      emoji: requestedEmoji,
    });
    // Unless another reaction has been chosen in the meantime, the row now includes this one.
    if (getCurrentReaction().wantedEmoji === requestedEmoji)
      set({ countedEmoji: previousReaction.countedEmoji, wantedEmoji: requestedEmoji, since: toRowPosition(position) });
  } catch (error) {
    if (getCurrentReaction().wantedEmoji === requestedEmoji) set(previousReaction);
    showError(getMessage(error, texts.failed));
  }
}
