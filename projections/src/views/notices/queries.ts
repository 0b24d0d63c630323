import type { Filter, ViewStore } from '../../view-store.js';
import type { NoticeDocument } from './document.js';

export async function noticesByIds(store: ViewStore, ids: readonly string[]): Promise<NoticeDocument[]> {
  return store.getMany<NoticeDocument>('notices', ids);
}

/** What somebody was told of, the newest first, at most `limit` before an order (exclusive; null for the newest). */
export async function noticesOf(
  store: ViewStore,
  userId: number,
  before: string | null,
  limit: number,
): Promise<NoticeDocument[]> {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  return store.find<NoticeDocument>('notices', { userId, ...order }, { sort: [['order', -1]], limit });
}

/** What somebody was told of after an order (exclusive), at most `limit`. */
export async function noticesAfter(
  store: ViewStore,
  userId: number,
  after: string,
  limit: number,
): Promise<NoticeDocument[]> {
  return store.find<NoticeDocument>('notices', { userId, order: { $gt: after } }, { sort: [['order', -1]], limit });
}
