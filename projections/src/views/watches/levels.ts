import type { Place } from '@guildhall/domain/structure/state.js';
import type { WatchLevel } from '@guildhall/domain/watch/events.js';
import type { ViewStore } from '../../view-store.js';
import type { ThreadDocument } from '../threads/document.js';
import type { WatchDocument } from './project.js';
import { findWatches } from './queries.js';

type WatchableThread = Pick<ThreadDocument, 'id' | 'sectionId' | 'subsectionId'>;

/** The level in effect for a thread or place: the member's own choice, or that for the nearest enclosing place. */
export interface WatchState {
  level: WatchLevel;
  /** A watched place covers only posts after this position. Empty if the thread itself is watched. */
  since: string;
  /** The level that would apply if the member had made no choice for the thread or place itself. */
  defaultLevel: WatchLevel;
  own: WatchDocument | null;
}

type Level = Pick<WatchState, 'level' | 'since'>;

export async function findWatchState(store: ViewStore, userId: number, thread: WatchableThread): Promise<WatchState> {
  return (await findWatchStates(store, userId, [thread]))(thread);
}

export async function findWatchStates(
  store: ViewStore,
  userId: number,
  threads: readonly WatchableThread[],
): Promise<(thread: WatchableThread) => WatchState> {
  const targetIds = new Set(threads.flatMap((thread) => [thread.id, ...listPlaces(thread)]));
  const watches = new Map((await findWatches(store, userId, [...targetIds])).map((watch) => [watch.targetId, watch]));
  return (thread) => {
    const own = watches.get(thread.id) ?? null;
    const byDefault: Level = own?.wrote
      ? { level: 'watching', since: '' }
      : findNearestChoice(listPlaces(thread).map((id) => watches.get(id)));
    const appliedLevel = own?.level ? { level: own.level, since: '' } : byDefault;
    return { ...appliedLevel, defaultLevel: byDefault.level, own };
  };
}

export async function findPlaceWatchState(store: ViewStore, userId: number, place: Place): Promise<WatchState> {
  const placeIds = listPlaces(place);
  const watches = await findWatches(store, userId, placeIds);
  const nearestFirst = placeIds.map((id) => watches.find(({ targetId }) => targetId === id));
  const [own = null, ...enclosing] = nearestFirst;
  return { ...findNearestChoice(nearestFirst), defaultLevel: findNearestChoice(enclosing).level, own };
}

/** Nearest first. */
const listPlaces = ({ sectionId, subsectionId }: Place): number[] =>
  subsectionId === null ? [sectionId] : [subsectionId, sectionId];

function findNearestChoice(nearestFirst: readonly (WatchDocument | undefined)[]): Level {
  const choice = nearestFirst.find((watch) => watch?.level);
  return { level: choice?.level ?? 'normal', since: choice?.order ?? '' };
}
