import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import { countPostsAfter } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findWatchStates } from '@guildhall/projections/views/watches/levels.js';
import type { Views } from '../stores/views.js';
import { readStates, type ReadState } from './read-states.js';

type Dependencies = Parameters<typeof readStates>[0] & { views: Pick<Views, 'store'> };

/** Bounds the work for a thread with deleted replies. Of more new posts, the deleted ones count as unread. */
const maxRepliesCounted = 1_000;

/** Describes how far the member has read each thread. Muted threads count as read. */
export async function readMarkRows(
  services: Dependencies,
  userId: number,
  threads: readonly ThreadDocument[],
): Promise<ReadMarkRow[]> {
  const states = await readStates(services, userId, threads);
  const getWatchState = await findWatchStates(services.views.store, userId, threads);
  return Promise.all(
    threads.map(async (thread, n): Promise<ReadMarkRow> => {
      const state = states[n]!;
      const muted = getWatchState(thread).level === 'muted';
      const seen = await countSeen(services.views.store, thread, state);
      return { ...state, unread: state.unread && !muted, muted, seen };
    }),
  );
}

/** Returns the threads with new posts, without muted ones. */
export async function filterUnread(
  services: Dependencies,
  userId: number,
  threads: readonly ThreadDocument[],
): Promise<ThreadDocument[]> {
  const getWatchState = await findWatchStates(services.views.store, userId, threads);
  const unmutedThreads = threads.filter((thread) => getWatchState(thread).level !== 'muted');
  const states = await readStates(services, userId, unmutedThreads);
  return unmutedThreads.filter((_, n) => states[n]?.unread);
}

async function countSeen(store: Views['store'], thread: ThreadDocument, { unread, order, seen }: ReadState) {
  const hasDeleted = thread.posted > thread.replyCount;
  if (!unread || order === null || seen === null || !hasDeleted) return seen;
  if (thread.replyCount - seen > maxRepliesCounted) return seen;
  return thread.replyCount - (await countPostsAfter(store, thread.id, order));
}
