import { useEffect } from 'react';
import { onVisibleAgain } from '../../live/on-visible-again.js';
import { useSession } from '../../shared/state/session.js';
import { loadMarks, loadPlaceMarks } from './marks.js';

/** Fetches how far the person has read the threads of a list, again when others are added. */
export function useMarksOf(threadIds: readonly number[]): void {
  const userId = useSession((state) => (state.user === undefined ? undefined : (state.user?.id ?? null)));
  const ids = [...threadIds].sort((one, other) => one - other).join(',');
  useEffect(() => {
    if (userId === undefined || ids === '') return;
    const ask = () => void loadMarks(ids.split(',').map(Number));
    ask();
    return onVisibleAgain(ask);
  }, [ids, userId]);
}

/** Fetches in which places there are new replies for a member. */
export function usePlaceMarks(): void {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId === undefined) return;
    const ask = () => void loadPlaceMarks();
    ask();
    return onVisibleAgain(ask);
  }, [userId]);
}
