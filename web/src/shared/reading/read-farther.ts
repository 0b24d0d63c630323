import { useMarks, type ReadUpdate } from './marks.js';

/** Returns those of `threadIds` that were read further than this page has loaded. */
export function readFarther(threadIds: readonly number[], updates: readonly ReadUpdate[]): number[] {
  if (updates.some(({ id }) => id === 0)) return [...threadIds];
  const { byThread } = useMarks.getState();
  const farther = updates.filter(({ id, order }) => (order ?? '') > (byThread[id]?.order ?? ''));
  return threadIds.filter((threadId) => farther.some(({ id }) => id === threadId));
}
