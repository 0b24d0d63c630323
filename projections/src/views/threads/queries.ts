import type { Place } from '@guildhall/domain/structure/state.js';
import type { ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Filter, ViewStore } from '../../view-store.js';
import { findById, findNewestBefore, selectNewest, findOldestAfter } from '../find-documents.js';
import type { ThreadDocument } from './document.js';

export interface ThreadListing {
  place: Place;
  sort: ThreadSort;
  prefixId: number | null;
  authorId: number | null;
}

export interface ThreadCursor {
  /** Compared before `order`. It is 1 for a pinned thread, or the number of replies or reactions, and otherwise 0. */
  group: number;
  order: Position;
}

export const findThreadById = (store: ViewStore, id: number) => findById<ThreadDocument>(store, 'threads', id);

export const findThreadsByIds = (store: ViewStore, ids: readonly number[]) =>
  store.getMany<ThreadDocument>('threads', ids);

export const findThreadsByAuthor = (store: ViewStore, authorId: number, after: string, limit: number) =>
  findOldestAfter<ThreadDocument>(store, 'threads', { authorId }, after, limit, 'createdOrder');

export function getCursorAfter(sort: ThreadSort, thread: ThreadDocument): ThreadCursor {
  if (sort === 'latest') return { group: thread.sticky ? 1 : 0, order: thread.activity };
  const countField = countFields[sort];
  return { group: countField ? thread[countField] : 0, order: thread.createdOrder };
}

export async function findThreads(
  store: ViewStore,
  { place, sort, prefixId, authorId }: ThreadListing,
  limit: number,
  cursor: ThreadCursor | null,
): Promise<ThreadDocument[]> {
  const { sectionId, subsectionId } = place;
  if (authorId !== null) {
    // If it sorted by another field, SQLite would read the whole place, even for an author with few threads.
    const filter = { sectionId, subsectionId, authorId, deleted: false };
    const own = await findNewestBefore<ThreadDocument>(store, 'threads', filter, null, maxSorted, 'createdOrder');
    const matches = own.filter((thread) => prefixId === null || thread.prefixId === prefixId);
    return buildPage(matches, sort, limit, cursor);
  }
  const within = { sectionId, subsectionId, ...(prefixId === null ? {} : { prefixId }), deleted: false };
  const pageThreads: ThreadDocument[] = [];
  for (const { filter, by } of buildRanges(sort, cursor)) {
    const rest = limit - pageThreads.length;
    if (rest === 0) break;
    const order = by.map((field) => [field, -1] as const);
    pageThreads.push(
      ...(await store.find<ThreadDocument>('threads', { ...within, ...filter }, { sort: order, limit: rest })),
    );
  }
  return pageThreads;
}

const maxSorted = 1_000;

function buildPage(threads: readonly ThreadDocument[], sort: ThreadSort, limit: number, cursor: ThreadCursor | null) {
  return threads
    .filter(({ replyCount }) => sort !== 'unanswered' || replyCount === 0)
    .map((thread) => ({ thread, at: getCursorAfter(sort, thread) }))
    .filter(({ at }) => cursor === null || comesBefore(cursor, at))
    .sort((one, other) => (comesBefore(one.at, other.at) ? -1 : 1))
    .slice(0, limit)
    .map(({ thread }) => thread);
}

const comesBefore = (one: ThreadCursor, other: ThreadCursor): boolean =>
  one.group === other.group ? one.order > other.order : one.group > other.group;

export const findDeletedThreads = (store: ViewStore, place: Place, limit: number, beforeActivity: string | undefined) =>
  findThreadsByActivity(store, { ...filterByPlace(place), deleted: true }, limit, beforeActivity);

const filterByPlace = ({ sectionId, subsectionId }: Place) => ({ sectionId, subsectionId });

/** Returns the newest activity first, whether pinned or not, by merging two index ranges. */
async function findThreadsByActivity(
  store: ViewStore,
  within: Filter,
  limit: number,
  beforeActivity: Position | null | undefined,
) {
  const findByPinned = (sticky: boolean) =>
    findNewestBefore<ThreadDocument>(store, 'threads', { ...within, sticky }, beforeActivity, limit, 'activity');
  return selectNewest(await Promise.all([findByPinned(true), findByPinned(false)]), 'activity', limit);
}

const countFields: Partial<Record<ThreadSort, 'replyCount' | 'reactionCount'>> = {
  replies: 'replyCount',
  reactions: 'reactionCount',
};

/** A filter cannot express "fewer replies, or as many and older", so each range uses one index. */
function buildRanges(sort: ThreadSort, cursor: ThreadCursor | null): { filter: Filter; by: string[] }[] {
  const buildCursorFilter = (field: string): Filter => (cursor === null ? {} : { [field]: { $lt: cursor.order } });
  const countField = countFields[sort];
  if (countField) {
    const sortFields = [countField, 'createdOrder'];
    if (cursor === null) return [{ filter: {}, by: sortFields }];
    return [
      { filter: { [countField]: cursor.group, ...buildCursorFilter('createdOrder') }, by: ['createdOrder'] },
      { filter: { [countField]: { $lt: cursor.group } }, by: sortFields },
    ];
  }
  if (sort === 'latest') {
    const pinnedThreads = {
      filter: { sticky: true, ...(cursor?.group === 1 ? buildCursorFilter('activity') : {}) },
      by: ['activity'],
    };
    const others = {
      filter: { sticky: false, ...(cursor?.group === 0 ? buildCursorFilter('activity') : {}) },
      by: ['activity'],
    };
    return cursor?.group === 0 ? [others] : [pinnedThreads, others];
  }
  return [
    {
      filter: { ...(sort === 'unanswered' && { replyCount: 0 }), ...buildCursorFilter('createdOrder') },
      by: ['createdOrder'],
    },
  ];
}

export const findLatestThreads = (
  store: ViewStore,
  place: Place,
  limit: number,
  beforeActivity: Position | null = null,
) => findThreadsByActivity(store, { ...filterByPlace(place), deleted: false }, limit, beforeActivity);

/** Sorts by latest reply, but only the threads that the author started most recently. */
export async function findLatestByAuthor(
  store: ViewStore,
  authorId: number,
  beforeActivity: Position | null,
  limit: number,
  isVisible: (place: Place) => boolean,
): Promise<ThreadDocument[]> {
  const fields = ['id', 'sectionId', 'subsectionId', 'deleted', 'activity'] as const;
  const own = await store.findFields(
    'threads',
    fields,
    { authorId },
    { sort: [['createdOrder', -1]], limit: maxSorted },
  );
  const listedThreads = own.flatMap(({ id, sectionId, subsectionId, deleted, activity }) => {
    const place = { sectionId: Number(sectionId), subsectionId: subsectionId === null ? null : Number(subsectionId) };
    const order = String(activity);
    if (deleted === true || (beforeActivity !== null && order >= beforeActivity) || !isVisible(place)) return [];
    return [{ id: Number(id), order }];
  });
  const page = selectNewest([listedThreads], 'order', limit);
  const threads = await findThreadsByIds(
    store,
    page.map(({ id }) => id),
  );
  return selectNewest([threads], 'activity', limit);
}

export async function findNewestThreads(
  store: ViewStore,
  places: readonly Place[],
  limit: number,
): Promise<ThreadDocument[]> {
  const findLatestInPlace = (place: Place) => {
    const filter = { ...filterByPlace(place), deleted: false };
    return findNewestBefore<ThreadDocument>(store, 'threads', filter, null, limit, 'createdOrder');
  };
  return selectNewest(await Promise.all(places.map(findLatestInPlace)), 'createdOrder', limit);
}

export const findThreadsCreatedAfter = (store: ViewStore, after: Position, limit: number) =>
  findOldestAfter<ThreadDocument>(store, 'threads', {}, after, limit, 'createdOrder');
