import type { Place } from '@guildhall/domain/structure/state.js';
import type { PostDocument } from '../posts/project.js';
import type { ThreadDocument } from '../threads/project.js';
import type { Change, Get, ProjectedEvent, View } from '../view.js';
import type { ViewDocument } from '../view-store.js';

/**
 * How much stands directly in a section or subsection: threads that are not deleted, and the replies in them. What a
 * place is called and who may see it is not here but in the structure, which every server holds in memory.
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

  async project(event, get) {
    switch (event.type) {
      case 'ThreadCreated.v1':
        return counted(get, event.data, 1, 0);
      case 'ThreadDeleted.v1':
      case 'ThreadRestored.v1': {
        const thread = await get<ThreadDocument>('threads', event.data.threadId);
        const sign = event.type === 'ThreadRestored.v1' ? 1 : -1;
        if (!thread || thread.deleted !== (sign === 1)) return [];
        return counted(get, thread, sign, sign * thread.replyCount);
      }
      case 'ThreadMoved.v1': {
        const thread = await get<ThreadDocument>('threads', event.data.threadId);
        if (!thread || thread.deleted || placeIdOf(thread) === placeIdOf(event.data)) return [];
        return [
          ...(await counted(get, thread, -1, -thread.replyCount)),
          ...(await counted(get, event.data, 1, thread.replyCount)),
        ];
      }
      default:
        return replyCounted(event, get);
    }
  },
};

async function replyCounted(event: ProjectedEvent, get: Get): Promise<Change[]> {
  switch (event.type) {
    case 'ReplyPosted.v1':
      return countedIn(get, event.data.threadId, 1);
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = await get<PostDocument>('posts', event.data.postId);
      const sign = event.type === 'ReplyRestored.v1' ? 1 : -1;
      return post && post.deleted === (sign === 1) ? countedIn(get, post.threadId, sign) : [];
    }
    default:
      return [];
  }
}

async function countedIn(get: Get, threadId: number, posts: number): Promise<Change[]> {
  const thread = await get<ThreadDocument>('threads', threadId);
  return thread && !thread.deleted ? counted(get, thread, 0, posts) : [];
}

async function counted(get: Get, place: Place, threads: number, posts: number): Promise<Change[]> {
  const id = placeIdOf(place);
  const before = await get<PlaceDocument>('places', id);
  const document = { id, threads: (before?.threads ?? 0) + threads, posts: (before?.posts ?? 0) + posts };
  return [{ collection: 'places', document }];
}
