import type { Filter, ViewStore } from '../../view-store.js';
import type { ReactionDocument } from './project.js';

/** Those who reacted to a text, newest first, at most `limit` before an order (exclusive; null for the newest). */
export async function reactionsTo(
  store: ViewStore,
  targetId: number,
  before: string | null,
  limit: number,
): Promise<ReactionDocument[]> {
  return newestFirst(store, { targetId }, before, limit);
}

/** A member's reactions in a thread, newest first. */
export async function reactionsInThread(
  store: ViewStore,
  userId: number,
  threadId: number,
  before: string | null,
  limit: number,
): Promise<ReactionDocument[]> {
  return newestFirst(store, { userId, threadId }, before, limit);
}

/** A member's reactions anywhere, newest first. */
export async function reactionsOf(
  store: ViewStore,
  userId: number,
  before: string | null,
  limit: number,
): Promise<ReactionDocument[]> {
  return newestFirst(store, { userId }, before, limit);
}

function newestFirst(store: ViewStore, filter: Filter, before: string | null, limit: number) {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  return store.find<ReactionDocument>(
    'reactions',
    { ...filter, active: true, ...order },
    { sort: [['order', -1]], limit },
  );
}
