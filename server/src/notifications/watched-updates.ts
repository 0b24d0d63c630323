import type { Actor } from '@guildhall/domain/permissions.js';
import { pickLaterPosition } from '@guildhall/event-store/port.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findPostsBefore } from '@guildhall/projections/views/posts/queries.js';
import { findLatestThreads, findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findWatchStates } from '@guildhall/projections/views/watches/levels.js';
import type { WatchDocument } from '@guildhall/projections/views/watches/project.js';
import { findActiveWatches } from '@guildhall/projections/views/watches/queries.js';
import type { Views } from '../stores/views.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import { readStates, type MarksOfMembers } from '../read-models/read-states.js';

interface Dependencies {
  readMarks: MarksOfMembers;
  views: Views;
  policy: Policy;
  directory: Directory;
}

const maxWatchesChecked = 200;
const maxPlaceThreadsChecked = 20;
const maxRepliesChecked = 10;
const maxHidden = 20;
const maxOnPage = 30;

export interface WatchedUpdate extends ThreadDocument {
  newAfter: string;
}

/** Computes the updates when they are read so that the cost of a reply does not depend on the number of watchers. */
export async function findWatchedUpdates(
  services: Dependencies,
  actor: Actor & { userId: number },
  mutedMembers: ReadonlySet<number>,
  after: string,
  limit = maxOnPage,
): Promise<WatchedUpdate[]> {
  const watches = await findActiveWatches(services.views.store, actor.userId, maxWatchesChecked);
  const watchedIds = watches.filter(({ kind }) => kind === 'thread').map(({ targetId }) => targetId);
  const candidates = new Map<number, ThreadDocument>();
  for (const thread of await findThreadsByIds(services.views.store, watchedIds)) candidates.set(thread.id, thread);
  for (const thread of await findThreadsInPlaces(services, actor, watches)) candidates.set(thread.id, thread);
  const stateOf = await findWatchStates(services.views.store, actor.userId, [...candidates.values()]);
  const getUnreadAfter = (thread: ThreadDocument) => pickLaterPosition(stateOf(thread).since, after);
  const visibleThreads = [...candidates.values()].filter(
    (thread) =>
      !thread.deleted &&
      stateOf(thread).level === 'watching' &&
      thread.activity > getUnreadAfter(thread) &&
      services.policy.mayView(actor, thread),
  );
  const isShown = (authorId: number) => !mutedMembers.has(authorId) && !services.policy.isGone(authorId);
  const shownThreads = await withoutHiddenPosts(services, sortNewestFirst(visibleThreads), isShown);
  const unreadByOthers = shownThreads.filter(
    (thread) => thread.lastAuthorId !== actor.userId && thread.activity > getUnreadAfter(thread),
  );
  const states = await readStates(services, actor.userId, unreadByOthers);
  const readOrders = new Map(
    states.filter(({ unread }) => unread).map(({ thread_id, order }) => [thread_id, order ?? '']),
  );
  const unread = sortNewestFirst(unreadByOthers.filter(({ id }) => readOrders.has(id))).slice(0, limit);
  return unread.map((thread) => ({
    ...thread,
    newAfter: pickLaterPosition(readOrders.get(thread.id) ?? '', getUnreadAfter(thread)),
  }));
}

const sortNewestFirst = (threads: readonly ThreadDocument[]): ThreadDocument[] =>
  [...threads].sort((one, other) => (one.activity < other.activity ? 1 : -1));

/** Describes threads whose last author is hidden by their last post before that. */
async function withoutHiddenPosts(
  { views }: Dependencies,
  threads: readonly ThreadDocument[],
  isShown: (authorId: number) => boolean,
): Promise<ThreadDocument[]> {
  const hiddenThreads = threads.filter(({ lastAuthorId }) => !isShown(lastAuthorId)).slice(0, maxHidden);
  const describedThreads = hiddenThreads.map(async (thread): Promise<ThreadDocument[]> => {
    const last = (await findPostsBefore(views.store, thread.id, null, maxRepliesChecked)).findLast(({ authorId }) =>
      isShown(authorId),
    );
    if (last) {
      const { id: lastPostId, order: activity, createdAt: lastPostAt, authorId: lastAuthorId } = last;
      return [{ ...thread, lastPostId, activity, lastPostAt, lastAuthorId }];
    }
    if (thread.replyCount > maxRepliesChecked || !isShown(thread.authorId)) return [];
    const { createdOrder: activity, createdAt: lastPostAt, authorId: lastAuthorId } = thread;
    return [{ ...thread, lastPostId: null, activity, lastPostAt, lastAuthorId }];
  });
  return [
    ...threads.filter(({ lastAuthorId }) => isShown(lastAuthorId)),
    ...(await Promise.all(describedThreads)).flat(),
  ];
}

/** Each place has its own query so that a busy place does not crowd out the others. */
async function findThreadsInPlaces(
  services: Dependencies,
  actor: Actor & { userId: number },
  watches: readonly WatchDocument[],
): Promise<ThreadDocument[]> {
  const watchedIds = new Set(watches.filter(({ kind }) => kind !== 'thread').map(({ targetId }) => targetId));
  if (watchedIds.size === 0) return [];
  const places = services.policy
    .listVisiblePlaces(actor)
    .filter(({ sectionId, subsectionId }) => watchedIds.has(sectionId) || watchedIds.has(subsectionId ?? sectionId));
  const threads = places.map((place) => findLatestThreads(services.views.store, place, maxPlaceThreadsChecked));
  return (await Promise.all(threads)).flat();
}
