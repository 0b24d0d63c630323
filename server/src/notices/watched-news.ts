import type { Actor } from '@guildhall/domain/permissions.js';
import type { ThreadDocument } from '@guildhall/projections/threads/document.js';
import { newestIn, threadsByIds } from '@guildhall/projections/threads/queries.js';
import type { WatchDocument } from '@guildhall/projections/watches/project.js';
import { tellingWatchesOf, watchesOf } from '@guildhall/projections/watches/queries.js';
import type { Parts } from '../parts.js';
import { readStates } from '../read-states.js';

/** Of what somebody watches, so many newest choices are looked at, and of each place so many newest threads. */
const watchesLooked = 200;
const placeThreadsLooked = 20;
const shown = 30;

/**
 * The watched threads in which somebody else wrote since the person read them, the newest first: worked out here, so
 * that a reply costs the same however many watch its thread. `after`: what is not newer was said to be read.
 */
export async function watchedNews(
  parts: Parts,
  actor: Actor & { userId: number },
  ignored: ReadonlySet<number>,
  after: string,
): Promise<ThreadDocument[]> {
  const watches = await tellingWatchesOf(parts.views.store, actor.userId, watchesLooked);
  const watched = watches.filter(({ kind }) => kind === 'thread').map(({ targetId }) => targetId);
  const candidates = new Map<number, ThreadDocument>();
  for (const thread of await threadsByIds(parts.views.store, watched)) candidates.set(thread.id, thread);
  for (const thread of await threadsOfPlaces(parts, actor, watches)) candidates.set(thread.id, thread);
  const standing = [...candidates.values()].filter(
    (thread) =>
      !thread.deleted &&
      thread.activity > after &&
      thread.lastAuthorId !== actor.userId &&
      !ignored.has(thread.lastAuthorId) &&
      parts.policy.mayView(actor, thread),
  );
  const states = await readStates(parts, actor.userId, standing);
  const unread = new Set(states.filter((state) => state.unread).map(({ thread_id }) => thread_id));
  const news = standing.filter(({ id }) => unread.has(id));
  return news.sort((one, other) => (one.activity < other.activity ? 1 : -1)).slice(0, shown);
}

/** The newest threads of the watched places, from when they were watched on, without those that he muted. */
async function threadsOfPlaces(
  parts: Parts,
  actor: Actor & { userId: number },
  watches: readonly WatchDocument[],
): Promise<ThreadDocument[]> {
  const since = new Map(
    watches.filter(({ kind }) => kind !== 'thread').map(({ targetId, order }) => [targetId, order]),
  );
  if (since.size === 0) return [];
  const watchedSince = ({ sectionId, subsectionId }: { sectionId: number; subsectionId: number | null }) =>
    since.get(subsectionId ?? sectionId) ?? since.get(sectionId);
  const places = parts.policy.visiblePlaces(actor).filter((place) => watchedSince(place) !== undefined);
  const found = await newestIn(parts.views.store, places, placeThreadsLooked);
  const begun = found.filter((thread) => thread.createdOrder > (watchedSince(thread) ?? ''));
  const own = await watchesOf(
    parts.views.store,
    actor.userId,
    begun.map(({ id }) => id),
  );
  const muted = new Set(own.filter(({ level }) => level === 'muted').map(({ targetId }) => targetId));
  return begun.filter(({ id }) => !muted.has(id));
}
