import type { ViewStore } from '../view-store.js';
import type { IgnoreDocument } from './project.js';

/** Whom somebody ignores, the newest first, at most `limit`. */
export async function ignoredBy(store: ViewStore, userId: number, limit: number): Promise<IgnoreDocument[]> {
  return store.find<IgnoreDocument>('ignores', { userId, stands: true }, { sort: [['order', -1]], limit });
}
