import { useSession } from '../../../shared/state/session.js';
import { loadMarks, useMarks } from '../../../shared/reading/marks.js';
import { pageSize, readPage, type RowRange } from '../state/api.js';

export interface UnreadStart {
  /** The first reply by another member after the mark. */
  id: number;
  /** The order of the previous reply. */
  after: string;
  stretch: RowRange;
}

/** Returns null if the member has read all or none of the thread. */
export async function findUnreadStart(threadId: number): Promise<UnreadStart | null> {
  await loadMarks([threadId]);
  const mark = useMarks.getState().byThread[threadId];
  if (!mark?.unread || !mark.order) return null;
  const { order } = mark;
  const stretch = await readPage(threadId, `from=${order}&limit=${pageSize}`, order);
  const { rows } = stretch;
  const me = useSession.getState().user?.id;
  const index = rows.findIndex((row) => row.order > order && row.user_id !== me);
  const first = rows[index];
  // A mark of the whole section also applies to threads that were never opened.
  const wasRead = mark.seen !== null || (rows[0]?.number ?? 0) > 0;
  return first && wasRead ? { id: first.id, after: rows[index - 1]?.order ?? order, stretch } : null;
}
