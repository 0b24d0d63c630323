import { upcastEvent } from '@guildhall/domain/events.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { watchesOfMany } from '@guildhall/projections/views/watches/queries.js';
import type { Logger } from 'pino';
import type { Views } from '../../stores/views.js';
import type { Policy } from '../../policy/policy.js';
import type { Audience } from '../sockets/audience.js';
import type { FanOut } from './fan-out.js';
import { retryUntilClosed } from './retry-until-closed.js';
import { KnownWatches } from './known-watches.js';
import { RecentPosts, type WatchedPost, type RecentPost } from './recent-posts.js';
import { RequestBatcher } from '../sockets/request-batcher.js';

interface Dependencies {
  logger: Logger;
  historyId: string;
  views: Views;
  policy: Policy;
}

/**
 * The number of watches per member and kind that are kept in memory; the member's list of notifications checks as many.
 */
const maxWatchesPerUser = 200;
/** The maximum number of pending threads per member. */
const maxPendingThreads = 200;

export interface WatchNotifierDependencies {
  services: Dependencies;
  audience: Audience;
  signal: AbortSignal;
  fanOut: Pick<FanOut, 'ring'>;
  /**
   * Posts within this many milliseconds are sent as one update, spread over the same time, so that not all browsers
   * fetch at the same moment.
   */
  everyMs: number;
}

/**
 * Notifies connected members of posts in what they watch. Their watches are kept in memory while they are connected, so
 * that a reply costs one query for any number of watchers.
 */
export class WatchNotifier {
  private readonly known = new KnownWatches();
  /** Members whose watches are being read, with the position from which they must be notified. */
  private readonly loading = new Map<number, WatchLoad>();
  private readonly recent: RecentPosts;
  private pending = new Map<number, PendingNotifications>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isFlushing = false;
  private readonly loadBatcher: RequestBatcher<WatchLoad>;

  /** `seen`: how far the follower has read the log. */
  constructor(
    private readonly given: WatchNotifierDependencies,
    seen: Position,
  ) {
    const { signal, services } = given;
    this.recent = new RecentPosts(seen);
    this.loadBatcher = new RequestBatcher((readings) =>
      retryUntilClosed(() => this.read(readings), { signal, logger: services.logger }),
    );
    given.audience.whenTopicEmpty((topic) => {
      const parsed = parseTopic(topic);
      if (parsed?.kind === 'member') this.forget(parsed.id);
    });
  }

  /**
   * The member's own topic has a listener from now on, until the last of their sockets leaves it, with a page that was
   * read at `since`: posts after that are sent too.
   */
  begin(userId: number, since: Position): void {
    const reading = this.loading.get(userId);
    if (reading) reading.since = reading.since < since ? reading.since : since;
    else if (this.known.has(userId)) this.catchUp(userId, since);
    else {
      this.known.begin(userId);
      const begun: WatchLoad = { userId, since };
      this.loading.set(userId, begun);
      void this.loadBatcher.add(begun);
    }
  }

  follow(stored: StoredEvent): void {
    const event = upcastEvent(stored.type, stored.data);
    switch (event?.type) {
      case 'WatchSet.v1':
        return this.known.setLevel(event.data.userId, event.data.id, event.data.level);
      case 'ThreadCreated.v1': {
        const { authorId, threadId, sectionId, subsectionId } = event.data;
        const targets = [sectionId, subsectionId ?? sectionId];
        return this.happened({ targets, authorId, threadId, position: stored.position });
      }
      case 'ReplyPosted.v1': {
        const { authorId, threadId } = event.data;
        return this.happened({ targets: [threadId], authorId, threadId, position: stored.position });
      }
      default:
        return;
    }
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private happened(written: RecentPost): void {
    this.known.setWrote(written.authorId, written.threadId);
    this.recent.add(written);
    for (const userId of this.known.notifiedUsers(written.targets))
      if (!this.loading.has(userId)) this.enqueue(userId, written);
  }

  /** A thousand who reconnect together cost few reads. */
  private async read(readings: readonly WatchLoad[]): Promise<void> {
    const stillLoading = () => readings.filter((reading) => this.loading.get(reading.userId) === reading);
    const userIds = stillLoading().map(({ userId }) => userId);
    const found = await watchesOfMany(this.given.services.views.store, userIds, maxWatchesPerUser);
    for (const { userId, since } of stillLoading()) {
      this.loading.delete(userId);
      this.known.load(userId, found.get(userId) ?? []);
      this.catchUp(userId, since);
    }
  }

  private catchUp(userId: number, since: Position): void {
    const missed = this.recent.missedPosts(this.known.targetsOf(userId), since, this.given.fanOut.ring);
    for (const one of missed ?? []) this.enqueue(userId, one);
    if (!missed) this.pendingFor(userId).more = this.recent.newest;
  }

  /** A member who has the thread open sees the post anyway. */
  private enqueue(userId: number, { authorId, threadId, position }: WatchedPost): void {
    if (userId === authorId || this.isListening(userId, threadId)) return;
    const pending = this.pendingFor(userId);
    if (pending.threads.has(threadId) || pending.threads.size < maxPendingThreads)
      pending.threads.set(threadId, position);
    else pending.more = position;
  }

  private pendingFor(userId: number): PendingNotifications {
    const pending = this.pending.get(userId) ?? { threads: new Map<number, Position>(), more: null };
    this.pending.set(userId, pending);
    this.flushLater();
    return pending;
  }

  private isListening(userId: number, threadId: number): boolean {
    const sockets = this.given.audience.socketsOf(userId).filter(({ data }) => data.topics.has(ownTopic(userId)));
    return sockets.length > 0 && sockets.every(({ data }) => data.topics.has(`thread:${threadId}`));
  }

  private flushLater(): void {
    if (this.isFlushing) return;
    this.isFlushing = true;
    this.after(this.given.everyMs, () => void this.flushAll());
  }

  private async flushAll(): Promise<void> {
    const { pending: pending, given } = this;
    this.pending = new Map();
    await retryUntilClosed(() => this.flush(pending), { signal: given.signal, logger: given.services.logger });
    this.isFlushing = false;
    if (this.pending.size > 0 && !given.signal.aborted) this.flushLater();
  }

  /** The current places of the threads are read once for all pending members. */
  private async flush(pending: ReadonlyMap<number, PendingNotifications>): Promise<void> {
    const { views } = this.given.services;
    const positions = [...pending.values()].flatMap(({ threads, more }) => [...threads.values(), more ?? beginning]);
    await views.waitFor(positions.sort().at(-1) ?? beginning, Infinity);
    const ids = new Set([...pending.values()].flatMap(({ threads }) => [...threads.keys()]));
    const threads = new Map((await threadsByIds(views.store, [...ids])).map((thread) => [thread.id, thread]));
    if (this.given.signal.aborted) return;
    for (const [userId, one] of pending) {
      this.after(Math.random() * this.given.everyMs, () => this.notify(userId, one, threads));
    }
  }

  /** Sends nothing of threads that the member may not, or no longer, view. */
  private notify(
    userId: number,
    { threads: recent, more }: PendingNotifications,
    threads: ReadonlyMap<number, ThreadDocument>,
  ): void {
    const { audience, services } = this.given;
    const actor = services.policy.actor(userId);
    const seen = [...recent].filter(([id]) => {
      const thread = threads.get(id);
      return thread && !thread.deleted && services.policy.mayView(actor, thread);
    });
    const pos = [...seen.map(([, position]) => position), more ?? beginning].sort().at(-1);
    if (pos === undefined || pos === beginning) return;
    const topic = ownTopic(userId);
    // The position of no event: no event of this member's is skipped.
    const message = {
      topic,
      position: `${services.historyId}.${beginning}`,
      rows: [{ kind: 'told' as const, id: userId, pos }],
    };
    audience.broadcast(topic, audience.rolesIn(topic), message);
  }

  private after(ms: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      callback();
    }, ms);
    this.timers.add(timer);
  }

  private forget(userId: number): void {
    this.known.forget(userId);
    this.loading.delete(userId);
    this.pending.delete(userId);
  }
}

interface WatchLoad {
  userId: number;
  since: Position;
}

/** The threads with new posts, each with its position; `more`: the newest that is not among them. */
interface PendingNotifications {
  threads: Map<number, Position>;
  more: Position | null;
}

const ownTopic = (userId: number): Topic => `member:${userId}`;
