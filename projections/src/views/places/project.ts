import type { Place } from '@guildhall/domain/structure/state.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Change, Get, ProjectedEvent, View } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';

/**
 * The content directly in a section or subsection: threads that are not deleted, and the replies in them. Its name and
 * who may see it are not stored here but in the structure, which every server has in memory.
 */
export interface PlaceDocument extends ViewDocument {
  id: string;
  threads: number;
  posts: number;
}

export const placeIdOf = (place: Place): string =>
  place.subsectionId === null ? `section:${place.sectionId}` : `subsection:${place.subsectionId}`;

export const placesView: View = {
  schema: { places: { indexes: [] } },
  events: [
    'ThreadCreated.v1',
    'ThreadDeleted.v1',
    'ThreadRestored.v1',
    'ThreadMoved.v1',
    'ReplyPosted.v1',
    'ReplyDeleted.v1',
    'ReplyRestored.v1',
  ],

  project(event, get) {
    switch (event.type) {
      case 'ThreadCreated.v1':
        return counted(get, event.data, 1, 0);
      case 'ThreadDeleted.v1':
      case 'ThreadRestored.v1': {
        const thread = get<ThreadDocument>('threads', event.data.threadId);
        const sign = event.type === 'ThreadRestored.v1' ? 1 : -1;
        if (!thread || thread.deleted !== (sign === 1)) return [];
        return counted(get, thread, sign, sign * thread.replyCount);
      }
      case 'ThreadMoved.v1': {
        const thread = get<ThreadDocument>('threads', event.data.threadId);
        if (!thread || thread.deleted || placeIdOf(thread) === placeIdOf(event.data)) return [];
        return [...counted(get, thread, -1, -thread.replyCount), ...counted(get, event.data, 1, thread.replyCount)];
      }
      default:
        return replyCounted(event, get);
    }
  },
};

function replyCounted(event: ProjectedEvent, get: Get): Change[] {
  switch (event.type) {
    case 'ReplyPosted.v1':
      return countedIn(get, event.data.threadId, 1);
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      const sign = event.type === 'ReplyRestored.v1' ? 1 : -1;
      return post && post.deleted === (sign === 1) ? countedIn(get, post.threadId, sign) : [];
    }
    default:
      return [];
  }
}

function countedIn(get: Get, threadId: number, posts: number): Change[] {
  const thread = get<ThreadDocument>('threads', threadId);
  return thread && !thread.deleted ? counted(get, thread, 0, posts) : [];
}

function counted(get: Get, place: Place, threads: number, posts: number): Change[] {
  const id = placeIdOf(place);
  const before = get<PlaceDocument>('places', id);
  const document = { id, threads: (before?.threads ?? 0) + threads, posts: (before?.posts ?? 0) + posts };
  return [{ collection: 'places', document }];
}

/** The counts of each place, by `placeIdOf`; a place that never had content is absent. */
export async function placeCounts(store: ViewStore, places: readonly Place[]): Promise<Map<string, PlaceDocument>> {
  const found = await store.getMany<PlaceDocument>('places', places.map(placeIdOf));
  return new Map(found.map((document) => [document.id, document]));
}
