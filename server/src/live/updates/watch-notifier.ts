import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findWatchesAmong } from '@guildhall/projections/views/watches/queries.js';
import type { FanOut } from './fan-out.js';
import { retryUntilClosed, type LiveContext } from './live-context.js';
import { isRecount, findMembersToRecount, type DueMember } from './recounts.js';
import type { RingChange } from './ring.js';
import { groupBy } from './group-by.js';

interface WatchNotifierDependencies extends LiveContext {
  fanOut: FanOut;
  /**
   * Both the interval between updates and their maximum random delay, which keeps browsers from all fetching at the
   * same time.
   */
  everyMs: number;
}

const recountSpreadMs = 500;

/** Reads the watchers once per interval for all posts and members rather than once per post. */
export class WatchNotifier {
  private readonly notifiedUpTo = new Map<number, Position>();
  private lastPosition: Position = beginning;
  private readonly timers = new Set<NodeJS.Timeout>();
  private isFlushing = false;
  private nextFlush: NodeJS.Timeout | undefined;
  private hasRecounts = false;

  constructor(private readonly deps: WatchNotifierDependencies) {
    deps.fanOut.listenForAdvance((changes) => {
      this.hasRecounts ||= changes.some(isRecount);
      this.flushLater();
    });
    deps.audience.listenForEmptyTopics((topic) => {
      const parsedTopic = parseTopic(topic);
      if (parsedTopic?.kind === 'member') this.notifiedUpTo.delete(parsedTopic.id);
    });
  }

  begin(userId: number, since: Position): void {
    const notifiedPosition = this.notifiedUpTo.get(userId);
    this.notifiedUpTo.set(
      userId,
      notifiedPosition !== undefined && notifiedPosition < since ? notifiedPosition : since,
    );
    if (since < this.deps.fanOut.last) this.flushLater();
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private flushLater(): void {
    if (this.isFlushing || this.notifiedUpTo.size === 0) return;
    if (this.nextFlush && !this.hasRecounts) return;
    this.cancel(this.nextFlush);
    this.nextFlush = this.startTimer(this.hasRecounts ? 0 : this.deps.everyMs, () => void this.flush());
  }

  private takeDueMembers(): DueMember[] {
    return [...this.notifiedUpTo].filter(([, since]) => since < this.deps.fanOut.last);
  }

  private async flush(): Promise<void> {
    this.nextFlush = undefined;
    this.isFlushing = true;
    this.hasRecounts = false;
    const upTo = this.deps.fanOut.last;
    const due = this.takeDueMembers();
    for (const [userId] of due) this.notifiedUpTo.set(userId, upTo);
    // Members who joined since the last flush may have missed many changes, so they are handled separately.
    const hasArrived = ([, since]: DueMember) => since < this.lastPosition;
    for (const group of [due.filter((dueMember) => !hasArrived(dueMember)), due.filter(hasArrived)])
      await this.notifyMembers(group, upTo);
    this.lastPosition = upTo;
    this.isFlushing = false;
    if (this.takeDueMembers().length > 0) this.flushLater();
  }

  private async notifyMembers(members: readonly DueMember[], upTo: Position): Promise<void> {
    const { fanOut, services } = this.deps;
    const isWithin = ([, since]: DueMember) => fanOut.ring?.coversChangesAfter(since) ?? false;
    const membersInRing = members.filter(isWithin);
    for (const [userId] of members.filter((member) => !isWithin(member))) this.sendSoon(userId, () => upTo);
    const from = membersInRing.map(([, since]) => since).sort()[0];
    if (from === undefined) return;
    const changes = fanOut.ring?.listChangesSince(from) ?? [];
    const read = async () => ({
      missed: await this.findMissedPosts(membersInRing, listThreads(changes), { from, upTo }),
      recounted: await findMembersToRecount(services, membersInRing, changes.filter(isRecount)),
    });
    const updates = await retryUntilClosed(this.deps, read);
    if (!updates) return;
    for (const userId of updates.recounted) this.sendSoon(userId, () => upTo, recountSpreadMs);
    for (const [userId, posts] of updates.missed)
      if (!updates.recounted.has(userId)) this.sendSoon(userId, () => this.findNewest(userId, posts));
  }

  /** Omits posts from before the member's last choice or own post in the thread because the member has seen those. */
  private async findMissedPosts(
    members: readonly DueMember[],
    threadIds: number[],
    range: Range,
  ): Promise<Map<number, Post[]>> {
    const { store } = this.deps.services.views;
    const byTarget = groupBy(
      (await findThreadsByIds(store, threadIds)).flatMap((thread) => listPosts(thread, range)),
      ({ targetId }) => targetId,
    );
    const since = new Map(members);
    const missedByUser = new Map<number, Post[]>();
    for (const { userId, targetId, order } of await findWatchesAmong(store, [...since.keys()], [...byTarget.keys()])) {
      const from = pickLaterPosition(order, since.get(userId) ?? range.upTo);
      const posts = byTarget.get(targetId)?.filter((post) => post.authorId !== userId && post.position > from) ?? [];
      missedByUser.set(userId, [...(missedByUser.get(userId) ?? []), ...posts]);
    }
    return missedByUser;
  }

  /** Returns null if the member cannot view any of the posts, or if every open page already shows all of them. */
  private findNewest(userId: number, posts: readonly Post[]): Position | null {
    const { policy } = this.deps.services;
    const actor = policy.getActor(userId);
    const visiblePosts = posts.filter(
      ({ thread }) => policy.mayView(actor, thread) && !this.isListening(userId, thread.id),
    );
    const positions = visiblePosts.map(({ position }) => position).sort();
    return positions.at(-1) ?? null;
  }

  private isListening(userId: number, threadId: number): boolean {
    const sockets = this.deps.audience
      .listSocketsOfMember(userId)
      .filter(({ data }) => data.topics.has(buildOwnTopic(userId)));
    return sockets.length > 0 && sockets.every(({ data }) => data.topics.has(`thread:${threadId}`));
  }

  private sendSoon(userId: number, findNewest: () => Position | null, spreadMs = Infinity): void {
    const { audience, everyMs } = this.deps;
    const topic = buildOwnTopic(userId);
    this.startTimer(Math.random() * Math.min(everyMs, spreadMs), () => {
      const pos = findNewest();
      if (pos === null) return;
      // Has no position because earlier changes to the member's topic may not have been sent yet.
      const rows = [{ kind: 'notified' as const, id: userId, pos }];
      audience.broadcast(topic, audience.listRoles(topic), { topic, rows });
    });
  }

  private startTimer(ms: number, callback: () => void): NodeJS.Timeout | undefined {
    if (this.deps.signal.aborted) return undefined;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      callback();
    }, ms);
    this.timers.add(timer);
    return timer;
  }

  private cancel(timer: NodeJS.Timeout | undefined): void {
    if (!timer) return;
    clearTimeout(timer);
    this.timers.delete(timer);
  }
}

interface Range {
  from: Position;
  upTo: Position;
}

interface Post {
  thread: ThreadDocument;
  targetId: number;
  position: Position;
  authorId: number;
}

function listPosts(thread: ThreadDocument, { from, upTo }: Range): Post[] {
  if (thread.deleted) return [];
  const { id, sectionId, subsectionId, activity, lastAuthorId: authorId } = thread;
  if (activity <= from) return [];
  const position = activity < upTo ? activity : upTo;
  const targetIds = new Set([id, sectionId, subsectionId ?? sectionId]);
  return [...targetIds].map((targetId) => ({ thread, targetId, position, authorId }));
}

function listThreads(changes: readonly RingChange[]): number[] {
  const topics = changes.filter(({ kind }) => kind !== 'post').map(({ topic }) => parseTopic(topic));
  return [...new Set(topics.flatMap((topic) => (topic?.kind === 'thread' ? [topic.id] : [])))];
}

const buildOwnTopic = (userId: number): Topic => `member:${userId}`;
