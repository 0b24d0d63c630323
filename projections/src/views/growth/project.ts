import type { Place } from '@guildhall/domain/structure/state.js';
import { pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import { toPlaceId } from '../places/project.js';
import type { ThreadDocument } from '../threads/document.js';
import { createView, type Change, type Get, type ProjectedEvent } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';

/** Threads and replies are counted per place because not everyone may view every place. */
export interface DayDocument extends ViewDocument {
  id: string;
  /** In UTC, for example 2026-11-21. */
  day: string;
  /** Empty for accounts, which belong to the whole site. */
  place: string;
  registered: number;
  verified: number;
  threads: number;
  replies: number;
}

type GrowthField = 'registered' | 'verified' | 'threads' | 'replies';

/** A thread or reply counts on the day and in the place of its creation, whatever happens to it later. */
export const growthView = createView(
  { days: { indexes: [['place', 'day']] } },
  {
    'UserRegistered.v1': (event, get) => count(event, '', 'registered', get),
    'UserVerified.v1': (event, get) => count(event, '', 'verified', get),
    'ThreadCreated.v1': (event, get) => count(event, toPlaceId(event.data), 'threads', get),
    'ReplyPosted.v1': (event, get) => {
      const thread = get<ThreadDocument>('threads', event.data.threadId);
      return thread ? count(event, toPlaceId(thread), 'replies', get) : [];
    },
  },
);

function count({ metadata, position: pos }: ProjectedEvent, place: string, field: GrowthField, get: Get): Change[] {
  const day = metadata.at?.slice(0, 10);
  if (!day) return [];
  const id = `${day} ${place}`;
  const none = { registered: 0, verified: 0, threads: 0, replies: 0 };
  const { registered, verified, threads, replies } = get<DayDocument>('days', id) ?? none;
  const document = { id, day, place, registered, verified, threads, replies, pos };
  document[field]++;
  return [{ collection: 'days', document }];
}

export async function findDaysBetween(
  store: ViewStore,
  places: readonly Place[],
  from: string,
  to: string,
): Promise<DayDocument[]> {
  const place = { $in: ['', ...places.map(toPlaceId)] };
  return store.find<DayDocument>('days', { place, day: { $gte: from, $lte: to } });
}

/** Returns the position of the last thread, reply or account that was counted, and '' if there is none. */
export const findLastCounted = (days: readonly DayDocument[]): Position =>
  days.reduce<Position>((last, { pos }) => pickLaterPosition(last, pos), '');

export async function findLastCountedBefore(
  store: ViewStore,
  places: readonly Place[],
  day: string,
): Promise<Position> {
  const lastDays: DayDocument[] = [];
  for (const place of ['', ...places.map(toPlaceId)])
    lastDays.push(
      ...(await store.find<DayDocument>('days', { place, day: { $lt: day } }, { sort: [['day', -1]], limit: 1 })),
    );
  return findLastCounted(lastDays);
}
