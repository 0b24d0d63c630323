import { liftEvent } from '@guildhall/domain/events.js';
import type { Topic } from '@guildhall/domain/wire/live.js';
import { beginning, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { tellingWatchesOf } from '@guildhall/projections/watches/queries.js';
import type { Parts } from '../parts.js';
import type { Audience } from './audience.js';
import { keepTrying } from './keep-trying.js';

/** Of each member so many newest watches are known here, as the list of his notifications looks at. */
const mostWatches = 200;

export interface WatchNewsParts {
  parts: Parts;
  audience: Audience;
  signal: AbortSignal;
  /** A member is told at most once in so many milliseconds, however much is written. */
  everyMs: number;
}

/**
 * Tells members who are here that something was written in what they watch. What each of them watches is kept in
 * memory while he is connected, so that a reply costs no query, however many watch its thread.
 */
export class WatchNews {
  private readonly watchers = new Map<number, Set<number>>();
  private readonly watchedBy = new Map<number, Set<number>>();
  /** Of members whose watches are being read: what was written meanwhile. */
  private readonly reading = new Map<number, Written[]>();
  private readonly owed = new Map<number, Position>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly given: WatchNewsParts) {}

  /** Somebody listens to his own topic from now on. */
  begin(userId: number): void {
    if (this.watchedBy.has(userId)) return;
    this.watchedBy.set(userId, new Set());
    this.reading.set(userId, []);
    const { parts, signal } = this.given;
    const load = async () => {
      const watches = await tellingWatchesOf(parts.views.store, userId, mostWatches);
      for (const { targetId } of watches) this.watch(userId, targetId);
      const meanwhile = this.reading.get(userId) ?? [];
      this.reading.delete(userId);
      for (const written of meanwhile) this.tell(written);
    };
    void keepTrying(load, { signal, logger: parts.logger });
  }

  follow(stored: StoredEvent): void {
    const event = liftEvent(stored.type, stored.data);
    switch (event?.type) {
      case 'WatchSet.v1':
        if (event.data.level === 'watching') this.watch(event.data.userId, event.data.id);
        else this.unwatch(event.data.userId, event.data.id);
        return;
      case 'ThreadCreated.v1': {
        const { authorId, threadId, sectionId, subsectionId } = event.data;
        this.watch(authorId, threadId);
        const targets = [sectionId, subsectionId ?? sectionId];
        return this.tell({ targets, authorId, threadId, position: stored.position });
      }
      case 'ReplyPosted.v1': {
        const { authorId, threadId } = event.data;
        this.watch(authorId, threadId);
        return this.tell({ targets: [threadId], authorId, threadId, position: stored.position });
      }
      default:
        return;
    }
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private watch(userId: number, targetId: number): void {
    const watched = this.watchedBy.get(userId);
    if (!watched) return;
    watched.add(targetId);
    const watchers = this.watchers.get(targetId) ?? new Set();
    this.watchers.set(targetId, watchers.add(userId));
  }

  private unwatch(userId: number, targetId: number): void {
    this.watchedBy.get(userId)?.delete(targetId);
    const watchers = this.watchers.get(targetId);
    if (watchers?.delete(userId) && watchers.size === 0) this.watchers.delete(targetId);
  }

  /** Whoever has the thread open sees it anyway. */
  private tell(written: Written): void {
    const { targets, authorId, threadId, position } = written;
    for (const meanwhile of this.reading.values()) meanwhile.push(written);
    const users = new Set(targets.flatMap((id) => [...(this.watchers.get(id) ?? [])]));
    users.delete(authorId);
    for (const userId of users) if (!this.hears(userId, threadId)) this.owed.set(userId, position);
    if (this.owed.size > 0) this.timer ??= setTimeout(() => this.pay(), this.given.everyMs);
  }

  private hears(userId: number, threadId: number): boolean {
    const { audience } = this.given;
    const sockets = audience.rolesIn(ownTopic(userId)).flatMap((roleId) => audience.members(ownTopic(userId), roleId));
    return sockets.length > 0 && sockets.every(({ data }) => data.topics.has(`thread:${threadId}`));
  }

  private pay(): void {
    this.timer = null;
    const { audience, parts } = this.given;
    for (const [userId, pos] of this.owed) {
      const topic = ownTopic(userId);
      const roleIds = audience.rolesIn(topic);
      if (roleIds.length === 0) this.forget(userId);
      // The position of no event: what the log tells this member is not passed over.
      const position = `${parts.logId}.${beginning}`;
      audience.tell(topic, roleIds, { topic, position, rows: [{ kind: 'told', id: userId, pos }] });
    }
    this.owed.clear();
  }

  private forget(userId: number): void {
    for (const targetId of this.watchedBy.get(userId) ?? []) this.unwatch(userId, targetId);
    this.watchedBy.delete(userId);
  }
}

/** Something new, and what one may watch to be told of it. */
interface Written {
  targets: readonly number[];
  authorId: number;
  threadId: number;
  position: Position;
}

const ownTopic = (userId: number): Topic => `member:${userId}`;
