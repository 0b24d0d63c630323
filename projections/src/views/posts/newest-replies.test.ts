import { beginning, type Position } from '@guildhall/event-store/port.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FoldInMemory } from '../../testing/fold-in-memory.js';
import { History } from '../../testing/random-history.js';
import type { ViewWrite } from '../../view-store.js';
import { threadsView } from '../threads/project.js';
import type { PostDocument } from './document.js';
import { maxNewestReplies, NewestReplies } from './newest-replies.js';
import { postsView } from './project.js';

const here = { sectionId: 1, subsectionId: null };
const firstPost = 5_000;

/** A forum of a few threads whose newest replies are followed page by page. */
class Forum {
  readonly newest = new NewestReplies();
  readonly history = new History();
  private upTo: Position = beginning;

  thread(): number {
    return this.history.createThread(1, here, 'first');
  }

  change(type: 'ReplyEdited.v1' | 'ReplyDeleted.v1' | 'ReplyRestored.v1', postId: number): void {
    const data = { postId, content: 'second' };
    this.history.add(`post-${postId}`, { type, data });
  }

  endPage(): void {
    const folded = this.folded();
    const writes = ['posts', 'threads'].flatMap((collection) =>
      folded
        .all(collection)
        .filter(({ pos }) => pos > this.upTo)
        .map((document): ViewWrite => ({ collection, id: document.id, pos: document.pos, document })),
    );
    this.upTo = this.history.events.at(-1)?.position ?? beginning;
    this.newest.add({ checkpoint: this.upTo, events: 1, writes });
  }

  private folded(): FoldInMemory {
    return new FoldInMemory([threadsView, postsView], this.history.events);
  }

  visible(threadId: number): number[] {
    const posts = this.folded().all<PostDocument>('posts');
    return posts.filter((post) => post.threadId === threadId && !post.deleted).map(({ id }) => id);
  }

  known(threadId: number): number[] {
    return this.newest.of(threadId).map(({ id }) => id);
  }
}

test('The newest replies of a thread are known from its first page on, a hundred at most', () => {
  const forum = new Forum();
  const threadId = forum.thread();
  forum.endPage();
  for (let n = 1; n <= 110; n++) {
    forum.history.reply(threadId, 2, 'Reply');
    if (n % 30 !== 1) continue; // the next one is in the same page
    forum.endPage();
    expect(forum.known(threadId)).toHaveLength(Math.min(n, maxNewestReplies));
  }
  forum.endPage();
  expect(forum.known(threadId)).toHaveLength(maxNewestReplies);
});

test('After one is deleted, none before the next reply is claimed to be known', () => {
  const forum = new Forum();
  const threadId = forum.thread();
  for (let n = 0; n < 3; n++) forum.history.reply(threadId, 2, 'Reply');
  forum.endPage();
  forum.change('ReplyDeleted.v1', firstPost + 1);
  forum.endPage();
  expect(forum.known(threadId)).toEqual([]);
  forum.history.reply(threadId, 2, 'Reply');
  forum.endPage();
  expect(forum.known(threadId)).toEqual([firstPost + 3]);
});

test('What is known are the last visible replies, without a gap, whatever a page has', () => {
  const step = fc.record({ act: fc.nat(9), which: fc.nat(20), ends: fc.boolean() });
  const acts = { 7: 'ReplyEdited.v1', 8: 'ReplyDeleted.v1', 9: 'ReplyRestored.v1' } as const;
  const known: number[] = [];
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), (steps) => {
      const forum = new Forum();
      const threads = [forum.thread(), forum.thread()];
      let replies = 0;
      for (const { act, which, ends } of steps) {
        const change = acts[act as keyof typeof acts];
        if (change && replies > 0) forum.change(change, firstPost + (which % replies));
        else {
          forum.history.reply(threads[which % 2] as number, 2, 'Reply');
          replies++;
        }
        if (ends) forum.endPage();
        if (!ends) continue;
        for (const threadId of threads) {
          const ids = forum.known(threadId);
          known.push(ids.length);
          expect(ids).toEqual(forum.visible(threadId).slice(forum.visible(threadId).length - ids.length));
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.max(...known)).toBeGreaterThan(10);
});

test('They begin again with the runner, and 200 threads are kept', () => {
  const forum = new Forum();
  const [first, second] = [forum.thread(), forum.thread()] as const;
  forum.history.reply(first, 2, 'Reply');
  forum.history.reply(second, 2, 'Reply');
  forum.endPage();
  forum.newest.add({ checkpoint: beginning, events: 0, writes: [] });
  expect(forum.known(first)).toEqual([]);
  forum.history.reply(first, 2, 'Reply');
  forum.endPage();
  expect(forum.known(first)).toHaveLength(1);
  for (let n = 0; n < 200; n++) forum.history.reply(forum.thread(), 2, 'Reply');
  forum.endPage();
  expect(forum.known(first)).toEqual([]);
});
