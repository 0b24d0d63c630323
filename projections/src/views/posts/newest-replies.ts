import type { AppliedPage } from '../../runner/runner.js';
import type { ThreadDocument } from '../threads/document.js';
import type { PostDocument } from './document.js';

/** What never changes of a visible reply. */
export type NewestReply = Pick<PostDocument, 'id' | 'order' | 'number' | 'authorId' | 'createdAt'>;

/** Of a thread: more than a page usually has of it, where many reply at once; where it has more, the store is asked. */
export const maxNewestReplies = 100;
const maxThreads = 200; // of 26 KB each at most

/** As the last page with changes of the thread left it. */
interface Known {
  posted: number;
  replyCount: number;
  /** Ascending; none of the thread's visible replies is between them or after them. */
  replies: readonly NewestReply[];
}

/**
 * The newest visible replies of the threads that were replied in last, from the pages of a runner in this process: who needs
 * them after each reply need not read them from the store.
 */
export class NewestReplies {
  /** The threads in the order of their last pages. */
  private readonly byThread = new Map<number, Known>();

  /** Of as many as are known: ascending, without a gap, up to the newest; empty where the store must be asked. */
  of(threadId: number): readonly NewestReply[] {
    return this.byThread.get(threadId)?.replies ?? [];
  }

  /** Called after each page. One without events: the runner begins at its store's checkpoint. */
  add({ events, writes }: AppliedPage): void {
    if (events === 0) this.byThread.clear();
    const changed = new Map<number, PostDocument[]>();
    for (const { collection, document } of writes) {
      if (collection !== 'posts' || !document) continue;
      const post = document as PostDocument;
      const ofThread = changed.get(post.threadId);
      if (ofThread) ofThread.push(post);
      else changed.set(post.threadId, [post]);
    }
    // Every reply that appears or disappears changes its thread.
    for (const { collection, document } of writes)
      if (collection === 'threads' && document) this.addThread(document as ThreadDocument, changed);
  }

  private addThread({ id, posted, replyCount, lastPostId }: ThreadDocument, changed: Map<number, PostDocument[]>) {
    const known = this.byThread.get(id);
    if (known?.posted === posted && known.replyCount === replyCount && !changed.has(id)) return;
    const posts = (changed.get(id) ?? []).sort((a, b) => a.number - b.number);
    const added = posts.filter(({ number }) => number >= (known?.posted ?? 0));
    // Then no post of the thread has become invisible, and by the count none visible again.
    const onlyAdds =
      known && posts.every(({ deleted }) => !deleted) && replyCount === known.replyCount + posted - known.posted;
    const before = onlyAdds ? known.replies : [];
    const after = onlyAdds ? added : posts.filter((post) => post.id === lastPostId && !post.deleted);
    const replies = [...before, ...after.map(newestReply)].slice(-maxNewestReplies);
    this.byThread.delete(id);
    this.byThread.set(id, { posted, replyCount, replies });
    const [oldest] = this.byThread.keys();
    if (this.byThread.size > maxThreads && oldest !== undefined) this.byThread.delete(oldest);
  }
}

/** Without the text. */
const newestReply = ({ id, order, number, authorId, createdAt }: NewestReply): NewestReply => ({
  ...{ id, order, number, authorId, createdAt },
});
