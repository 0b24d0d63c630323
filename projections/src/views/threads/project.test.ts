import { describe, expect, it } from 'vitest';
import { postsView } from '../posts/project.js';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import type { Get } from '../../view.js';
import type { ThreadDocument } from './document.js';
import { threadsView } from './project.js';

const views = [threadsView, postsView];

describe('latest activity in a thread', () => {
  const history = new History();
  const threadId = history.createThread(1, { sectionId: 1, subsectionId: null }, 'first');
  for (let n = 0; n < 300; n++) history.reply(threadId, 2 + (n % 2), `Reply ${n}`);
  const firstId = 5000;
  const set = (deleted: boolean, postId: number) =>
    history.add(`post-${postId}`, { type: deleted ? 'ReplyDeleted.v1' : 'ReplyRestored.v1', data: { postId } });
  const readThread = () => new FoldInMemory(views, history.events).getOne<ThreadDocument>('threads', threadId);

  it('the latest activity is the latest visible reply, or the thread itself without one', () => {
    const threadBefore = readThread();
    for (let id = firstId + 298; id > firstId + 2; id--) set(true, id);
    set(true, firstId + 299);
    expect(readThread()).toMatchObject({ replyCount: 3, lastPostId: firstId + 2, lastAuthorId: 2 });
    set(false, firstId + 200);
    set(false, firstId + 150);
    expect(readThread()).toMatchObject({ replyCount: 5, lastPostId: firstId + 200 });
    set(true, firstId + 200);
    expect(readThread()).toMatchObject({ lastPostId: firstId + 150 });
    for (const id of [150, 0, 2, 1]) set(true, firstId + id);
    expect(readThread()).toMatchObject({
      replyCount: 0,
      lastPostId: null,
      lastAuthorId: 1,
      activity: threadBefore?.createdOrder,
    });
    set(false, firstId + 299);
    expect(readThread()).toMatchObject({ replyCount: 1, lastPostId: firstId + 299, activity: threadBefore?.activity });
  });

  it('finds an earlier visible reply with few reads, even after many deletions', () => {
    for (let id = firstId + 1; id < firstId + 299; id++) set(true, id);
    set(false, firstId);
    const foldedViews = new FoldInMemory(views, history.events);
    set(true, firstId + 299);
    const [event] = history.events.slice(-1);
    const readIds = new Set<string>();
    const get: Get = (collection, id) => {
      readIds.add(`${collection} ${id}`);
      return foldedViews.getOne(collection, id);
    };
    const projectedEvent = Object.assign({}, event, {
      type: 'ReplyDeleted.v1',
      data: { postId: firstId + 299 },
    } as const);
    const [changed] = threadsView.project(projectedEvent, get);
    expect(changed).toMatchObject({ collection: 'threads', document: { lastPostId: firstId } });
    expect(readIds.size).toBeLessThan(9);
  });
});

it('records the latest five places that a thread was moved out of', () => {
  const history = new History();
  const threadId = history.createThread(1, { sectionId: 1, subsectionId: null }, 'first');
  const positions: string[] = [];
  for (let sectionId = 2; sectionId <= 7; sectionId++) {
    const before = { sectionId: sectionId - 1, subsectionId: null };
    history.add(`thread-${threadId}`, {
      type: 'ThreadMoved.v1',
      data: { threadId, sectionId, subsectionId: null, before },
    });
    positions.push(history.events.at(-1)?.position ?? '');
  }
  const [, ...latestFive] = positions.map((leftAtOrder, n) => ({ placeId: `section:${n + 1}`, leftAtOrder }));
  const thread = new FoldInMemory(views, history.events).getOne<ThreadDocument>('threads', threadId);
  expect(thread?.formerPlaces).toEqual(latestFive);
});
