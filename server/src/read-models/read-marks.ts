import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { postsBefore, postsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadById } from '@guildhall/projections/views/threads/queries.js';
import type { Logger } from 'pino';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { ReadMark } from '../vault/read-marks.js';
import type { Vault } from '../vault/vault.js';
import type { Directory } from './members/directory.js';
import { ReadMarkCommits } from './read-mark-commits.js';
import { readStates, threadKey } from './read-states.js';

interface Dependencies {
  vault: Vault;
  views: Pick<Views, 'store'>;
  directory: Directory;
  policy: Pick<Policy, 'isGone'>;
  logger: Logger;
}

type Mark = Omit<ReadMark, 'at'>;
/** A thread whose mark moved, and up to where; with the id 0 a place, or notifications. */
export interface MovedMark {
  id: number;
  order: string | null;
}
type Listener = (userId: number, moved: MovedMark) => void;

/** The replies before an own one that are searched for one by another member. */
const maxEarlierReplies = 5;

/** Moves the marks of how far members have read. */
export class ReadMarks {
  private readonly listeners: Listener[] = [];
  private readonly commits: ReadMarkCommits;

  constructor(private readonly services: Dependencies) {
    this.commits = new ReadMarkCommits(services);
  }

  /** How far a member has read, by these keys. @throws VaultUnavailable */
  of(userId: number, keys: readonly string[]): Promise<ReadMark[]> {
    return this.commits.readMarks(userId, keys);
  }

  /** Resolves when all that were accepted are stored, or were refused. */
  settled(): Promise<void> {
    return this.commits.settled();
  }

  /** Called after marks of a member were moved on this server. */
  onMoved(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** The farther of two marks of one key is kept. Resolves once they are stored. @throws VaultUnavailable */
  async move(userId: number, marks: readonly Mark[], moved: MovedMark = { id: 0, order: null }): Promise<void> {
    if (marks.length === 0) return;
    const at = new Date().toISOString();
    await this.commits.store(marks.map((mark) => ({ ...mark, userId, at })));
    for (const listener of this.listeners) listener(userId, moved);
  }

  /** @throws VaultUnavailable */
  moveThread(userId: number, threadId: number, mark: Omit<Mark, 'key'>): Promise<void> {
    return this.move(userId, [{ key: threadKey(threadId), ...mark }], { id: threadId, order: mark.order });
  }

  /** A new thread is read by its author. */
  async ownThread(userId: number, threadId: number, order: string): Promise<void> {
    await this.moveOverOwn(userId, threadId, () => Promise.resolve({ order, count: 0 }));
  }

  /**
   * A new reply is read by its author, with all before it, unless something before it is unread. One that the views do
   * not show yet is read once it was in view.
   */
  async ownReply(userId: number, threadId: number, postId: number): Promise<void> {
    await this.moveOverOwn(userId, threadId, () => this.markOfOwnReply(userId, threadId, postId));
  }

  /** The text is posted: a mark that cannot be moved is no failure of that. */
  private async moveOverOwn(userId: number, threadId: number, find: () => Promise<Omit<Mark, 'key'> | null>) {
    const warn = (error: unknown) => this.services.logger.warn({ err: error }, 'an own text is not marked as read');
    try {
      const mark = await find();
      // Its author does not wait for the commit.
      if (mark) void this.moveThread(userId, threadId, mark).catch(warn);
    } catch (error) {
      warn(error);
    }
  }

  /** The last reply by another member before an order; else, where many before it are own, one of those. */
  private async lastBeforeOwn(userId: number, threadId: number, order: string): Promise<PostDocument | undefined> {
    const { store } = this.services.views;
    const [previous] = await postsBefore(store, threadId, order, 1);
    if (previous?.authorId !== userId) return previous;
    const earlier = await postsBefore(store, threadId, order, maxEarlierReplies);
    // Where all of them are own, the first of them is marked unless something before it is unread.
    const oldest = earlier.length === maxEarlierReplies ? earlier[0] : undefined;
    return earlier.findLast(({ authorId }) => authorId !== userId) ?? oldest;
  }

  /** The mark of a reply; null where the views do not show it. Nearly always it is the newest of its thread. */
  private async markAt({ lastPostId, activity, posted }: ThreadDocument, postId: number) {
    if (lastPostId === postId) return { order: activity, count: posted };
    const [post] = await postsByIds(this.services.views.store, [postId]);
    return post ? { order: post.order, count: post.number + 1 } : null;
  }

  private async markOfOwnReply(userId: number, threadId: number, postId: number) {
    const { store } = this.services.views;
    const thread = await threadById(store, threadId);
    const mark = thread && (await this.markAt(thread, postId));
    if (!mark) return null;
    const last = await this.lastBeforeOwn(userId, threadId, mark.order);
    if (!last && thread.authorId === userId) return mark;
    // As if the own replies were not there.
    const { order: activity, createdAt: lastPostAt } = last ?? { ...thread, order: thread.createdOrder };
    const [state] = await readStates({ ...this.services, readMarks: this }, userId, [
      { ...thread, activity, lastPostAt },
    ]);
    return state?.unread ? null : mark;
  }
}
