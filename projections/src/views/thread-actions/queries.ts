import type { Filter, ViewStore } from '../../view-store.js';
import type { ThreadActionDocument } from './project.js';

/** The actions on a thread, newest first, at most `limit` before an order (exclusive; undefined for the newest). */
export async function actionsOnThread(
  store: ViewStore,
  threadId: number,
  before: string | undefined,
  limit: number,
): Promise<ThreadActionDocument[]> {
  const order: Filter = before === undefined ? {} : { order: { $lt: before } };
  return store.find<ThreadActionDocument>('threadActions', { threadId, ...order }, { sort: [['order', -1]], limit });
}
