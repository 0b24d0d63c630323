import type { Filter, ViewStore } from '../../view-store.js';
import type { IgnoreDocument } from './project.js';

/** The members that a member ignores, the newest first, at most `limit`. */
export async function ignoredBy(store: ViewStore, userId: number, limit: number): Promise<IgnoreDocument[]> {
  return ignoredBefore(store, userId, null, limit);
}

/**
 * The members that a member ignores, the newest first, at most `limit` before an order (exclusive; null for the
 * newest).
 */
export async function ignoredBefore(
  store: ViewStore,
  userId: number,
  before: string | null,
  limit: number,
): Promise<IgnoreDocument[]> {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  return store.find<IgnoreDocument>('ignores', { userId, active: true, ...order }, { sort: [['order', -1]], limit });
}
