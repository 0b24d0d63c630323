import type { Place } from '@guildhall/domain/structure/state.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Filter, ViewStore } from '../../view-store.js';
import type { ThreadDocument } from './document.js';

/** Where a page of a place's threads ends: pinned ones first, each group newest activity first. */
export interface ThreadCursor {
  sticky: boolean;
  activity: string;
}

export async function threadById(store: ViewStore, id: number): Promise<ThreadDocument | null> {
  const [thread] = await store.getMany<ThreadDocument>('threads', [id]);
  return thread ?? null;
}

export async function threadsByIds(store: ViewStore, ids: readonly number[]): Promise<ThreadDocument[]> {
  return store.getMany<ThreadDocument>('threads', ids);
}

/** The threads of an author, deleted or not, in the order of creation, after one (exclusive; '' for the first). */
export async function threadsByAuthor(
  store: ViewStore,
  authorId: number,
  after: string,
  limit: number,
): Promise<ThreadDocument[]> {
  return store.find<ThreadDocument>(
    'threads',
    { authorId, createdOrder: { $gt: after } },
    { sort: [['createdOrder', 1]], limit },
  );
}

/** Visible threads directly in a place, at most `limit` after the cursor. */
export async function threadsIn(
  store: ViewStore,
  place: Place,
  limit: number,
  cursor: ThreadCursor | null,
  prefixId: number | null = null,
): Promise<ThreadDocument[]> {
  const { sectionId, subsectionId } = place;
  const within: Filter = { sectionId, subsectionId, ...(prefixId === null ? {} : { prefixId }), deleted: false };
  const found: ThreadDocument[] = [];
  for (const sticky of [true, false]) {
    if (cursor && sticky && !cursor.sticky) continue;
    const after: Filter = cursor?.sticky === sticky ? { activity: { $lt: cursor.activity } } : {};
    const rest = limit - found.length;
    if (rest === 0) break;
    found.push(
      ...(await store.find<ThreadDocument>(
        'threads',
        { ...within, sticky, ...after },
        { sort: [['activity', -1]], limit: rest },
      )),
    );
  }
  return found;
}

/** The threads of a place with the newest activity, pinned or not. */
export async function latestIn(store: ViewStore, place: Place, limit: number): Promise<ThreadDocument[]> {
  return store.find<ThreadDocument>(
    'threads',
    { sectionId: place.sectionId, subsectionId: place.subsectionId, deleted: false },
    { sort: [['activity', -1]], limit },
  );
}

/** The threads of some places that were created last, newest first. */
export async function newestIn(store: ViewStore, places: readonly Place[], limit: number): Promise<ThreadDocument[]> {
  const newest = await Promise.all(
    places.map(({ sectionId, subsectionId }) =>
      store.find<ThreadDocument>(
        'threads',
        { sectionId, subsectionId, deleted: false },
        { sort: [['createdOrder', -1]], limit },
      ),
    ),
  );
  return newest
    .flat()
    .sort((a, b) => (a.createdOrder < b.createdOrder ? 1 : -1))
    .slice(0, limit);
}

/** All threads in the order of their creation, deleted ones too, at most `limit` after a position. */
export async function createdAfter(store: ViewStore, after: Position, limit: number): Promise<ThreadDocument[]> {
  return store.find<ThreadDocument>(
    'threads',
    { createdOrder: { $gt: after } },
    { sort: [['createdOrder', 1]], limit },
  );
}
