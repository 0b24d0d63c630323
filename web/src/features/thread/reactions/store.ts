import { emojiKeys, type Emoji, type ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { rowPosition } from '../../../live/positions.js';
import { get, send, messageOf } from '../../../shared/api/api.js';
import { useSession } from '../../../shared/state/session.js';
import { showError } from '../../../shared/toast.js';
import { texts } from './texts.js';

export interface Own {
  /** The own reaction that the row's counts include. */
  counted: Emoji | null;
  wanted: Emoji | null;
  /** The row's counts include the chosen reaction from this position on; null while it is unknown. */
  since: string | null;
}

const nothing: Own = { counted: null, wanted: null, since: null };

interface OwnReactions {
  threadId: number | null;
  own: Record<number, Own>;
}

export const useOwnReactions = create<OwnReactions>(() => ({ threadId: null, own: {} }));

export type Target = { kind: 'post' | 'thread'; id: number; pos: string; reactions: ReactionCounts };

export async function loadOwnReactions(threadId: number): Promise<void> {
  useOwnReactions.setState({ threadId, own: {} });
  if (!useSession.getState().user) return;
  const response = await get<Record<string, Emoji>>(`/forums/reactions/${threadId}`).catch(() => null);
  if (!response || useOwnReactions.getState().threadId !== threadId) return;
  const found = Object.entries(response.body).map(([id, emoji]): [number, Own] => {
    return [Number(id), { counted: emoji, wanted: emoji, since: null }];
  });
  useOwnReactions.setState(({ own }) => ({ own: { ...Object.fromEntries(found), ...own } }));
}

/** Returns the expected counts: the row's, with the newly chosen reaction replacing the one that it includes. */
export function countsWith({ reactions, pos }: Pick<Target, 'reactions' | 'pos'>, own: Own = nothing): ReactionCounts {
  const { counted, wanted } = confirmedAt(own, pos);
  if (counted === wanted) return reactions;
  const counts = { ...reactions };
  if (counted) counts[counted] = Math.max(0, (counts[counted] ?? 0) - 1);
  if (wanted) counts[wanted] = (counts[wanted] ?? 0) + 1;
  return counts;
}

function confirmedAt(own: Own, pos: string): Own {
  return own.since !== null && pos >= own.since ? { ...own, counted: own.wanted } : own;
}

/** Toggles a reaction; shows it immediately and reverts it with a message if the server refuses it. */
export async function react(target: Target, emoji: Emoji): Promise<void> {
  const { kind, id } = target;
  const before = confirmedAt(useOwnReactions.getState().own[id] ?? nothing, target.pos);
  const wanted = before.wanted === emoji ? null : emoji;
  keep(id, { ...before, wanted, since: null });
  try {
    const key = crypto.randomUUID();
    const { position } = await send<WriteResponse>('PUT', '/forums/reactions', key, { kind, id, emoji: wanted });
    const now = useOwnReactions.getState().own[id];
    // If another reaction was chosen in the meantime, the row now includes this one.
    if (now?.wanted === wanted) keep(id, { counted: before.counted, wanted, since: rowPosition(position) });
  } catch (error) {
    if (useOwnReactions.getState().own[id]?.wanted === wanted) keep(id, before);
    showError(messageOf(error, texts.failed));
  }
}

function keep(id: number, own: Own): void {
  useOwnReactions.setState((state) => ({ own: { ...state.own, [id]: own } }));
}

/** Returns the reactions with a count, in the order of the picker. */
export function chosen(counts: ReactionCounts): [Emoji, number][] {
  return emojiKeys.flatMap((key): [Emoji, number][] => (counts[key] ? [[key, counts[key]]] : []));
}
