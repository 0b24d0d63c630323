import { useSession } from '../../../shared/state/session.js';
import { loadMarks, useMarks } from '../../../shared/reading/marks.js';
import { getPostsFrom, pageSize } from '../state/api.js';
import { endOf, type RowRange } from './read-range.js';

export interface UnreadStart {
  /** The first reply by another member after the mark. */
  id: number;
  /** The order of the previous reply. */
  after: string;
  stretch: RowRange;
}

/**
 * Finds the first unread reply for a member who has read the thread before. Returns null if they have read all or none
 * of it.
 */
export async function findUnreadStart(threadId: number): Promise<UnreadStart | null> {
  await loadMarks([threadId]);
  const mark = useMarks.getState().byThread[threadId];
  if (!mark?.unread || !mark.order) return null;
  const page = await getPostsFrom(threadId, mark.order, pageSize);
  const from = mark.order;
  const me = useSession.getState().user?.id;
  const index = page.body.findIndex((row) => row.order > from && row.user_id !== me);
  const first = page.body[index];
  // A mark of the whole section also applies to threads that were never opened.
  const wasRead = mark.seen !== null || (page.body[0]?.number ?? 0) > 0;
  if (!first || !wasRead) return null;
  const stretch = { rows: page.body, from, to: endOf(page), position: page.position };
  return { id: first.id, after: page.body[index - 1]?.order ?? from, stretch };
}
