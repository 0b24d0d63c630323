import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '@guildhall/domain/permissions.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import { LRUCache } from 'lru-cache';
import {
  findDaysBetween,
  findLastCounted,
  findLastCountedBefore,
} from '@guildhall/projections/views/growth/project.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import { countPostsWithin, type PostRange } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findLatestThreads, findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findWatchStates } from '@guildhall/projections/views/watches/levels.js';
import type { NotificationReader } from '../notifications/notification-reader.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import { buildThreadPath } from './delivery-items.js';
import type { Digest } from './delivery-content.js';
import { dayMs } from './delivery-times.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  texts: Texts;
}

interface Activity extends Omit<Digest, 'liveliest'> {
  liveliest: readonly { id: number; replies: number }[];
}

const maxLiveliest = 5;
/** Applies to each place and to the total. */
const maxThreadsCounted = 200;
const maxCached = 50;

/** Members who may view the same places receive the same numbers, and many digests are due at the same time. */
export class Digests {
  private readonly activities = new LRUCache<string, Promise<Activity>>({ max: maxCached, ttl: dayMs / 24 });

  constructor(private readonly services: Dependencies) {}

  /** Describes whole days in UTC, before today, because only those are counted for all places. */
  async buildDigest({ actor, mutedMembers }: NotificationReader, days: number): Promise<Digest> {
    const { policy, views, texts } = this.services;
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const formatDayBefore = (count: number) => new Date(today - count * dayMs).toISOString().slice(0, 10);
    const [from, to] = [formatDayBefore(days), formatDayBefore(1)];
    const key = `${from} ${to} ${policy.listVisiblePlaces(actor).map(toPlaceId).join()}`;
    const activity = this.activities.get(key) ?? this.readActivity(actor, from, to);
    this.activities.set(key, activity);
    activity.catch(() => this.activities.delete(key));
    const { liveliest, ...numbers } = await activity;
    const ids = liveliest.map(({ id }) => id);
    const threads = await findThreadsByIds(views.store, ids);
    const stateOf = await findWatchStates(views.store, actor.userId, threads);
    // They may have been moved or deleted since.
    const visible = threads.filter(
      (thread) =>
        !thread.deleted &&
        policy.mayView(actor, thread) &&
        !mutedMembers.has(thread.authorId) &&
        stateOf(thread).level !== 'muted',
    );
    const openedTitles = await texts.open(visible.map(({ title }) => title));
    const shownThreads = liveliest.flatMap(({ id, replies }) => {
      const title = openedTitles.get(visible.find((thread) => thread.id === id)?.title ?? '')?.text;
      return title === undefined ? [] : [{ id, title, path: buildThreadPath(id, null), replies }];
    });
    return { ...numbers, liveliest: shownThreads.slice(0, maxLiveliest) };
  }

  private async readActivity(actor: Actor, from: string, to: string): Promise<Activity> {
    const { policy, views } = this.services;
    const places = policy.listVisiblePlaces(actor);
    const days = await findDaysBetween(views.store, places, from, to);
    const sum = (field: 'verified' | 'threads' | 'replies') => days.reduce((total, day) => total + day[field], 0);
    return {
      liveliest: await this.countReplies(places, {
        after: await findLastCountedBefore(views.store, places, from),
        upTo: findLastCounted(days),
      }),
      newThreads: sum('threads'),
      newReplies: sum('replies'),
      newMembers: sum('verified'),
    };
  }

  /** Returns the threads with the most replies first. */
  private async countReplies(places: readonly Place[], range: PostRange): Promise<Activity['liveliest']> {
    const { store } = this.services.views;
    const threads: ThreadDocument[] = [];
    for (const place of places) {
      const latest = await findLatestThreads(store, place, maxThreadsCounted);
      threads.push(...latest.filter(({ activity }) => activity > range.after));
      await nextTurn(); // With SQLite, reads block the event loop.
    }
    threads.sort((one, other) => (one.activity < other.activity ? 1 : -1));
    const replyCounts = [];
    for (const { id } of threads.slice(0, maxThreadsCounted)) {
      replyCounts.push({ id, replies: await countPostsWithin(store, id, range) });
      await nextTurn();
    }
    return replyCounts.filter(({ replies }) => replies > 0).sort((one, other) => other.replies - one.replies);
  }
}
