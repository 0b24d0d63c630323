import type { Actor } from '@guildhall/domain/permissions.js';
import { LRUCache } from 'lru-cache';
import { findDaysBetween } from '@guildhall/projections/views/growth/project.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import { findPostsBefore } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findLatestThreads, threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findWatchStates } from '@guildhall/projections/views/watches/levels.js';
import type { NotificationReader } from '../notifications/notification-reader.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import { pathInThread } from './delivery-items.js';
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
const maxThreadsCounted = 20;
const maxRepliesCounted = 100;
const maxCached = 50;

/** Members who may view the same places receive the same numbers, and many digests are due at the same time. */
export class Digests {
  private readonly activities = new LRUCache<string, Promise<Activity>>({ max: maxCached, ttl: dayMs / 24 });

  constructor(private readonly services: Dependencies) {}

  /** Describes the days before today, in UTC. */
  async digestOf({ actor, mutedMembers }: NotificationReader, days: number): Promise<Digest> {
    const { policy, views, texts } = this.services;
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const dayBefore = (count: number) => new Date(today - count * dayMs).toISOString().slice(0, 10);
    const [from, to] = [dayBefore(days), dayBefore(1)];
    const key = `${from} ${to} ${policy.visiblePlaces(actor).map(toPlaceId).join()}`;
    const activity = this.activities.get(key) ?? this.activityOf(actor, from, to);
    this.activities.set(key, activity);
    activity.catch(() => this.activities.delete(key));
    const { liveliest, ...numbers } = await activity;
    const ids = liveliest.map(({ id }) => id);
    const threads = await threadsByIds(views.store, ids);
    const stateOf = await findWatchStates(views.store, actor.userId, threads);
    // They may have been moved or deleted since.
    const visible = threads.filter(
      (thread) =>
        !thread.deleted &&
        policy.mayView(actor, thread) &&
        !mutedMembers.has(thread.authorId) &&
        stateOf(thread).level !== 'muted',
    );
    const opened = await texts.open(visible.map(({ title }) => title));
    const shown = liveliest.flatMap(({ id, replies }) => {
      const title = opened.get(visible.find((thread) => thread.id === id)?.title ?? '')?.text;
      return title === undefined ? [] : [{ id, title, path: pathInThread(id, null), replies }];
    });
    return { ...numbers, liveliest: shown.slice(0, maxLiveliest) };
  }

  private async activityOf(actor: Actor, from: string, to: string): Promise<Activity> {
    const { policy, views } = this.services;
    const places = policy.visiblePlaces(actor);
    const days = await findDaysBetween(views.store, places, from, to);
    const sum = (field: 'verified' | 'threads' | 'replies') => days.reduce((total, day) => total + day[field], 0);
    const threads: ThreadDocument[] = [];
    for (const place of places) threads.push(...(await findLatestThreads(views.store, place, maxThreadsCounted)));
    const recent = threads
      .filter(({ lastPostAt }) => lastPostAt >= from)
      .sort((one, other) => (one.activity < other.activity ? 1 : -1))
      .slice(0, maxThreadsCounted);
    const liveliest = [];
    for (const { id } of recent) {
      const posts = await findPostsBefore(views.store, id, null, maxRepliesCounted);
      liveliest.push({ id, replies: posts.filter(({ createdAt }) => createdAt >= from).length });
    }
    liveliest.sort((one, other) => other.replies - one.replies);
    return {
      liveliest: liveliest.filter(({ replies }) => replies > 0),
      newThreads: sum('threads'),
      newReplies: sum('replies'),
      newMembers: sum('verified'),
    };
  }
}
