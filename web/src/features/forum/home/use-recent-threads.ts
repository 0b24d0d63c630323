import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useMemo } from 'react';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { listRecentPosts, useHome } from './store.js';

const getId = ({ id }: ThreadSummary): number => id;

/** Returns the `count` threads with the newest posts. The rows stay in place while the reader points at them. */
export function useRecentThreads(count: number) {
  const byId = useHome((state) => state.byId);
  const removedIds = useHome((state) => state.removed);
  const rows = useMemo(() => listRecentPosts(byId).slice(0, count), [byId, count]);
  const oldest = rows.length < count ? '' : (rows.at(-1)?.last_post_at ?? '');
  // A thread that is older than all rows shown was pushed out by newer ones, not removed.
  const isLost = (row: ThreadSummary) => removedIds[row.id] !== undefined || row.last_post_at > oldest;
  const [list, listRef] = useHeldRows(rows, getId, { isLost });
  // Threads that replace deleted ones wait because the list would become longer.
  return [{ ...list, rows: list.rows.slice(0, count) }, listRef] as const;
}
