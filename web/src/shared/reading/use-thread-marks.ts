import { useEffect } from 'react';
import { onVisibleAgain } from '../../live/on-visible-again.js';
import { preferenceChanges } from '../state/own-changes.js';
import { useSession } from '../state/session.js';
import { loadMarks, onRead, onRecount, findThreadsReadFurther, useMarks, type ReadUpdate } from './marks.js';
import { loadPlaceMarks } from './place-marks.js';

export function useThreadMarks(threadIds: readonly number[]): void {
  const userId = useSession((state) => (state.user === undefined ? undefined : (state.user?.id ?? null)));
  const ids = [...threadIds].sort((one, other) => one - other).join(',');
  useEffect(() => {
    if (userId === undefined || ids === '') return;
    const all = ids.split(',').map(Number);
    const ask = () => void loadMarks(all);
    ask();
    const recount = (ids: readonly number[]) =>
      void loadMarks(ids.length === 0 ? all : all.filter((id) => ids.includes(id)), true);
    const reloadRead = (updates: readonly ReadUpdate[]) => void loadMarks(findThreadsReadFurther(all, updates));
    const stops = [onVisibleAgain(ask), onRead(reloadRead), onRecount(recount), preferenceChanges.add(ask)];
    return () => stops.forEach((stop) => stop());
  }, [ids, userId]);
}

export function usePlaceMarks(): void {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId === undefined) return;
    const ask = () => void loadPlaceMarks();
    ask();
    const reloadCounted = (updates: readonly ReadUpdate[]) => isCounted(updates) && ask();
    const stops = [onVisibleAgain(ask), onRead(reloadCounted), onRecount(ask), preferenceChanges.add(ask)];
    return () => stops.forEach((stop) => stop());
  }, [userId]);
}

function isCounted(updates: readonly ReadUpdate[]): boolean {
  const unreadIds = Object.values(useMarks.getState().places).flatMap(({ unread }) => unread);
  return updates.some(({ id }) => id === 0 || unreadIds.includes(id));
}
