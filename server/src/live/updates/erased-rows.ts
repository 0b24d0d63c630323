import { LRUCache } from 'lru-cache';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import { findPostsByAuthor } from '@guildhall/projections/views/posts/queries.js';
import { findThreadsByAuthor } from '@guildhall/projections/views/threads/queries.js';
import { findWallPostsByAuthor } from '@guildhall/projections/views/wallposts/queries.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { limitEntries } from '../../process/limiter.js';
import { readNewestFirst, readPages } from '../../stores/pages.js';
import { retryUntilClosed, type LiveContext } from './live-context.js';

const textsPerRead = 50;
/** After a topic is evicted, all pages older than its erasure count as outdated. */
const defaultMaxTopics = 20_000;

/** Reloads pages that show posts of erased members because an erasure creates no change entries for those rows. */
export class ErasedRows {
  private pendingErasures: { userId: number; position: Position }[] = [];
  private currentSearch: Promise<unknown> = Promise.resolve();
  private readonly erasedSince: LRUCache<Topic, Position>;
  private allSince: Position;

  constructor(
    private readonly deps: LiveContext,
    allSince: Position,
    maxTopics = defaultMaxTopics,
  ) {
    this.allSince = allSince;
    this.erasedSince = new LRUCache<Topic, Position>({
      ...limitEntries(maxTopics),
      dispose: (position, _, reason) => {
        if (reason === 'evict') this.allSince = pickLaterPosition(this.allSince, position);
      },
    });
  }

  follow(userId: number, position: Position): void {
    this.pendingErasures.push({ userId, position });
  }

  findErasedBefore(topic: Topic): Position {
    return pickLaterPosition(this.allSince, this.erasedSince.peek(topic) ?? beginning);
  }

  advance(upTo: Position): void {
    const dueErasures = this.pendingErasures.filter(({ position }) => position <= upTo);
    if (dueErasures.length === 0) return;
    this.pendingErasures = this.pendingErasures.filter(({ position }) => position > upTo);
    for (const { userId, position } of dueErasures) {
      const search = () => retryUntilClosed(this.deps, () => this.reload(userId, position));
      this.currentSearch = this.currentSearch.then(search);
    }
  }

  async waitUntilIdle(): Promise<void> {
    await this.currentSearch;
  }

  private async reload(userId: number, position: Position): Promise<void> {
    for await (const topics of findTopics(this.deps.services.views.store, userId)) {
      if (this.deps.signal.aborted) return;
      for (const topic of topics) this.reloadTopic(topic, position);
    }
  }

  private reloadTopic(topic: Topic, position: Position): void {
    const { audience, resyncs } = this.deps;
    this.erasedSince.set(topic, position);
    if (!audience.has(topic)) return;
    const sockets = audience.listRoles(topic).flatMap((roleId) => audience.listMembers(topic, roleId));
    for (const socket of sockets) resyncs.schedule(socket, [topic]);
  }
}

async function* findTopics(store: ViewStore, userId: number): AsyncGenerator<Topic[]> {
  yield [`profile:${userId}`, 'reports'];
  const seenTopics = new Set<string>();
  for await (const topics of pageThroughTopics(store, userId)) {
    const newTopics = [...new Set(topics)].filter((topic) => !seenTopics.has(topic));
    for (const topic of newTopics) seenTopics.add(topic);
    yield newTopics;
  }
}

async function* pageThroughTopics(store: ViewStore, userId: number): AsyncGenerator<Topic[]> {
  const threads = readPages<ThreadDocument>(textsPerRead, (last) =>
    findThreadsByAuthor(store, userId, last?.createdOrder ?? '', textsPerRead),
  );
  for await (const page of threads)
    yield page.flatMap((thread): Topic[] => [`thread:${thread.id}`, toPlaceId(thread) as Topic]);
  const replies = readPages<PostDocument>(textsPerRead, (last) =>
    findPostsByAuthor(store, userId, last?.order ?? '', textsPerRead),
  );
  for await (const page of replies) yield page.map((post): Topic => `thread:${post.threadId}`);
  const wallPosts = readNewestFirst(
    (beforeOrder) => findWallPostsByAuthor(store, userId, beforeOrder, textsPerRead),
    textsPerRead,
  );
  for await (const page of wallPosts) yield page.map((post): Topic => `profile:${post.ownerId}`);
}
