import type { Place } from '@guildhall/domain/structure/state.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import { createView, type Change, type EventOf, type Get } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';

export interface PlaceDocument extends ViewDocument {
  id: string;
  threads: number;
  posts: number;
}

export const toPlaceId = (place: Place): string =>
  place.subsectionId === null ? `section:${place.sectionId}` : `subsection:${place.subsectionId}`;

export const placesView = createView(
  { places: { indexes: [] } },
  {
    'ThreadCreated.v1': ({ data }, get) => addCounts(get, data, 1, 0),
    'ThreadDeleted.v1': countThread,
    'ThreadRestored.v1': countThread,
    'ThreadMoved.v1': ({ data }, get) => {
      const thread = get<ThreadDocument>('threads', data.threadId);
      if (!thread || thread.deleted || toPlaceId(thread) === toPlaceId(data)) return [];
      return [...addCounts(get, thread, -1, -thread.replyCount), ...addCounts(get, data, 1, thread.replyCount)];
    },
    'ReplyPosted.v1': ({ data }, get) => addPosts(get, data.threadId, 1),
    'ReplyDeleted.v1': countReply,
    'ReplyRestored.v1': countReply,
  },
);

function countThread({ type, data }: EventOf<'ThreadDeleted.v1' | 'ThreadRestored.v1'>, get: Get): Change[] {
  const thread = get<ThreadDocument>('threads', data.threadId);
  const sign = type === 'ThreadRestored.v1' ? 1 : -1;
  return thread?.deleted === (sign === 1) ? addCounts(get, thread, sign, sign * thread.replyCount) : [];
}

function countReply({ type, data }: EventOf<'ReplyDeleted.v1' | 'ReplyRestored.v1'>, get: Get): Change[] {
  const post = get<PostDocument>('posts', data.postId);
  const sign = type === 'ReplyRestored.v1' ? 1 : -1;
  return post?.deleted === (sign === 1) ? addPosts(get, post.threadId, sign) : [];
}

function addPosts(get: Get, threadId: number, posts: number): Change[] {
  const thread = get<ThreadDocument>('threads', threadId);
  return thread && !thread.deleted ? addCounts(get, thread, 0, posts) : [];
}

function addCounts(get: Get, place: Place, threads: number, posts: number): Change[] {
  const id = toPlaceId(place);
  const previousDocument = get<PlaceDocument>('places', id);
  const document = {
    id,
    threads: (previousDocument?.threads ?? 0) + threads,
    posts: (previousDocument?.posts ?? 0) + posts,
  };
  return [{ collection: 'places', document }];
}

export async function readPlaceCounts(store: ViewStore, places: readonly Place[]): Promise<Map<string, PlaceDocument>> {
  const documents = await store.getMany<PlaceDocument>('places', places.map(toPlaceId));
  return new Map(documents.map((document) => [document.id, document]));
}
