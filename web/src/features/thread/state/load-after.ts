import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { getPostsAfter } from './api.js';
import { add, dropDistantRows } from './load-more.js';
import { endOf } from '../navigation/read-range.js';
import { inOrder, useThread } from './store.js';
import { isInGap } from './window.js';

export async function loadAfter(order: string): Promise<PostRow | null> {
  const { threadId, gaps, byId } = useThread.getState();
  if (threadId === null) return null;
  const missing = gaps.some(({ after, before }) => order >= after && order < before);
  if (!missing) return inOrder(byId).find((row) => row.order > order) ?? null;
  const page = await getPostsAfter(threadId, order).catch(() => null);
  const first = page?.body[0];
  if (!page || !first || useThread.getState().threadId !== threadId) return null;
  useThread.setState((state) => {
    add(state, page.body, isInGap(state.gaps, order) ? first.order : order, endOf(page));
    dropDistantRows(state, first.order);
  });
  return first;
}
