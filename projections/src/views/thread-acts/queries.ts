import type { Filter, ViewStore } from '../../view-store.js';
import type { ThreadActDocument } from './project.js';

/** What was done to a thread, newest first, at most `limit` before an order (exclusive; undefined for the newest). */
export async function actsOnThread(
  store: ViewStore,
  threadId: number,
  before: string | undefined,
  limit: number,
): Promise<ThreadActDocument[]> {
  const order: Filter = before === undefined ? {} : { order: { $lt: before } };
  return store.find<ThreadActDocument>('threadActs', { threadId, ...order }, { sort: [['order', -1]], limit });
}
