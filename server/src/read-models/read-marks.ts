import { setImmediate as nextTurn } from 'node:timers/promises';
import { findNewestPostsUpTo } from '@guildhall/projections/views/posts/queries.js';
import { findThreadById } from '@guildhall/projections/views/threads/queries.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { ReadMark } from '../vault/read-marks.js';
import type { Vault } from '../vault/vault.js';
import type { Directory } from './members/directory.js';
import { ReadMarkCommits } from './read-mark-commits.js';
import { buildThreadKey, readStates } from './read-states.js';

interface Dependencies {
  vault: Vault;
  views: Pick<Views, 'store'>;
  directory: Directory;
  policy: Pick<Policy, 'isGone'>;
  logger: Logger;
}

type NewMark = Omit<ReadMark, 'at'>;
export interface MarkMove {
  id: number;
  order: string | null;
}
type Listener = (userId: number, markMove: MarkMove) => void;

export class ReadMarks {
  private readonly listeners: Listener[] = [];
  private readonly commits: ReadMarkCommits;
  private readonly pendingOwnMarks = new Map<number, Promise<void>>();

  constructor(private readonly services: Dependencies) {
    this.commits = new ReadMarkCommits(services);
  }

  async loadMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]> {
    await this.pendingOwnMarks.get(userId);
    return this.commits.readMarks(userId, keys);
  }

  async waitUntilSettled(): Promise<void> {
    await Promise.all(this.pendingOwnMarks.values());
    await this.commits.waitUntilSettled();
  }

  onMoved(listener: Listener): void {
    this.listeners.push(listener);
  }

  async move(userId: number, marks: readonly NewMark[], markMove: MarkMove = { id: 0, order: null }): Promise<void> {
    if (marks.length === 0) return;
    const at = new Date().toISOString();
    await this.commits.store(marks.map((mark) => ({ ...mark, userId, at })));
    for (const listener of this.listeners) listener(userId, markMove);
  }

  moveThread(userId: number, threadId: number, mark: Omit<NewMark, 'key'>): Promise<void> {
    return this.move(userId, [{ key: buildThreadKey(threadId), ...mark }], { id: threadId, order: mark.order });
  }

  markOwnThread(userId: number, threadId: number, order: string): Promise<void> {
    return this.moveOverOwn(userId, threadId, () => Promise.resolve({ order, count: 0 }));
  }

  /**
   * Marks a new reply as read by its author unless an earlier post is unread. The author's next reply or read waits for
   * this mark, but the response does not.
   */
  async markOwnReply(userId: number, threadId: number, order: Position): Promise<void> {
    const precedingMarks = this.pendingOwnMarks.get(userId);
    const work = Promise.resolve(precedingMarks)
      .then(() => this.moveOverOwn(userId, threadId, () => this.findMarkOfOwnReply(userId, threadId, order)))
      .finally(() => {
        if (this.pendingOwnMarks.get(userId) === work) this.pendingOwnMarks.delete(userId);
      });
    this.pendingOwnMarks.set(userId, work);
    await precedingMarks;
  }

  /** Must not throw because the post is already in the log. */
  private async moveOverOwn(userId: number, threadId: number, find: () => Promise<Omit<NewMark, 'key'> | null>) {
    const warn = (error: unknown) =>
      this.services.logger.warn({ err: error }, 'a new post could not be marked as read');
    try {
      const mark = await find();
      if (mark) void this.moveThread(userId, threadId, mark).catch(warn);
    } catch (error) {
      warn(error);
    }
  }

  private async findMarkOfOwnReply(userId: number, threadId: number, order: Position) {
    // Wait for the next turn so that the response is sent first.
    await nextTurn();
    const { store } = this.services.views;
    const [thread, [post, previousReply]] = await Promise.all([
      findThreadById(store, threadId),
      findNewestPostsUpTo(store, threadId, order, 2),
    ]);
    if (!thread || post?.order !== order) return null;
    const previous = previousReply ?? { order: thread.createdOrder, createdAt: thread.createdAt };
    const readMarks = { loadMarks: (id: number, keys: readonly string[]) => this.commits.readMarks(id, keys) };
    const threadBefore = { ...thread, activity: previous.order, lastPostAt: previous.createdAt };
    const [state] = await readStates({ ...this.services, readMarks }, userId, [threadBefore]);
    return state?.unread ? null : { order: post.order, count: post.number + 1 };
  }
}
