import type { WatchLevel } from '@guildhall/domain/watch/events.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { WatchDocument } from '@guildhall/projections/views/watches/project.js';
import { findWatches } from '@guildhall/projections/views/watches/queries.js';

type WatchableThread = Pick<ThreadDocument, 'id' | 'sectionId' | 'subsectionId' | 'createdOrder'>;

/** Watching a place includes the threads that are created there from then on. */
export const isWatchedPlace = ({ level, order }: WatchDocument, { createdOrder }: WatchableThread): boolean =>
  level === 'watching' && createdOrder > order;

/** The nearest choice applies: that of the thread, the subsection or the section. */
export async function watchLevelOf(
  store: ViewStore,
  userId: number,
  thread: WatchableThread,
): Promise<WatchLevel | null> {
  const { id, sectionId, subsectionId } = thread;
  const targetIds = [id, ...(subsectionId === null ? [] : [subsectionId]), sectionId];
  const watches = await findWatches(store, userId, targetIds);
  const own = watches.find(({ targetId }) => targetId === id);
  if (own?.level) return own.level;
  if (own?.tells) return 'watching';
  const places = targetIds.slice(1).flatMap((targetId) => watches.find((watch) => watch.targetId === targetId) ?? []);
  const nearest = places.find(({ level }) => level !== null);
  if (nearest?.level === 'watching' && !isWatchedPlace(nearest, thread)) return null;
  return nearest?.level ?? null;
}
