import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import { countPostsAfter } from '@guildhall/projections/views/posts/queries.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findWatchStates } from '@guildhall/projections/views/watches/levels.js';
import type { Views } from '../stores/views.js';
import type { ReadMark } from '../vault/read-marks.js';
import type { AccountName } from '../vault/account/account.js';

export interface MarksOfMembers {
  loadMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}

interface Dependencies {
  readMarks: MarksOfMembers;
  directory: { findAccount(userId: number): Pick<AccountName, 'createdAt'> | null };
}

interface ListDependencies extends Dependencies {
  views: Pick<Views, 'store'>;
}

type ReadState = Omit<ReadMarkRow, 'muted'>;

type ReadThread = Pick<
  ThreadDocument,
  'id' | 'sectionId' | 'subsectionId' | 'formerPlaces' | 'activity' | 'lastPostAt' | 'replyCount' | 'posted'
>;

export type PlacedThread = Pick<ReadThread, 'id' | 'sectionId' | 'subsectionId' | 'formerPlaces'>;

/** Bounds the work for a thread with deleted replies. If there are more new posts, deleted ones count as unread. */
const maxRepliesCounted = 1_000;

const dayMs = 86_400_000;

const retentionMs = 30 * dayMs;

export const getMarksRetainedSince = (now: Date): string => new Date(now.getTime() - retentionMs).toISOString();

export const buildThreadKey = (id: number): string => `thread:${id}`;

export async function readStates(
  { readMarks, directory }: Dependencies,
  userId: number,
  threads: readonly ReadThread[],
): Promise<ReadState[]> {
  const storedMarks = await readMarks.loadMarks(userId, [...new Set(threads.flatMap(listMarkKeys))]);
  const marks = new Map(storedMarks.map((mark) => [mark.key, mark]));
  const since = getCountsSince(directory, userId);
  return threads.map((thread) =>
    readState(thread, marks.get(buildThreadKey(thread.id)), findPlaceMark(thread, marks), since),
  );
}

export const listMarkKeys = (thread: PlacedThread): string[] => [
  buildThreadKey(thread.id),
  toPlaceId(thread),
  ...(thread.formerPlaces ?? []).map(({ placeId }) => placeId),
];

/** A place's mark does not count if it was made before the thread arrived. A later one counts up to when it left. */
export function findPlaceMark(thread: PlacedThread, marks: ReadonlyMap<string, ReadMark>): ReadMark | undefined {
  let farthest: ReadMark | undefined;
  let arrivedAtOrder = '';
  const addMark = (placeId: string, leftAtOrder: string | null) => {
    const mark = marks.get(placeId);
    if (mark && mark.order >= arrivedAtOrder) {
      const order = leftAtOrder !== null && leftAtOrder < mark.order ? leftAtOrder : mark.order;
      if (!farthest || order > farthest.order) farthest = { ...mark, order };
    }
    arrivedAtOrder = leftAtOrder ?? arrivedAtOrder;
  };
  for (const { placeId, leftAtOrder } of thread.formerPlaces ?? []) addMark(placeId, leftAtOrder);
  addMark(toPlaceId(thread), null);
  return farthest;
}

/** Threads without a mark count as read if their last post is older. */
export function getCountsSince(directory: Dependencies['directory'], userId: number): string {
  const joinedAt = directory.findAccount(userId)?.createdAt ?? '';
  const retainedSince = getMarksRetainedSince(new Date());
  return joinedAt > retainedSince ? joinedAt : retainedSince;
}

export function readState(
  thread: Pick<ThreadDocument, 'id' | 'activity' | 'lastPostAt' | 'replyCount' | 'posted'>,
  own: ReadMark | undefined,
  place: ReadMark | undefined,
  since: string,
): ReadState {
  const { id: thread_id, activity, lastPostAt: last_post_at, replyCount, posted } = thread;
  const mark = own && place ? (own.order >= place.order ? own : place) : (own ?? place);
  const order = mark?.order ?? null;
  const unread = order === null ? last_post_at > since : activity > order;
  if (!unread) return { thread_id, unread, order, seen: replyCount, last_post_at };
  const readCount = mark && mark === own ? Math.max(0, replyCount - (posted - own.count)) : null;
  return { thread_id, unread, order, seen: readCount, last_post_at };
}

/** Describes how far the member has read each thread. Muted threads count as read. */
export async function readMarkRows(
  services: ListDependencies,
  userId: number,
  threads: readonly ThreadDocument[],
): Promise<ReadMarkRow[]> {
  const { store } = services.views;
  const threadsById = new Map(threads.map((thread) => [thread.id, thread]));
  const getWatchState = await findWatchStates(store, userId, threads);
  const buildRow = async (state: ReadState): Promise<ReadMarkRow[]> => {
    const thread = threadsById.get(state.thread_id);
    if (!thread) return [];
    const muted = getWatchState(thread).level === 'muted';
    return [{ ...state, unread: state.unread && !muted, muted, seen: await countSeen(store, thread, state) }];
  };
  return (await Promise.all((await readStates(services, userId, threads)).map(buildRow))).flat();
}

/** Returns the threads with new posts, without muted ones. */
export async function filterUnread(
  services: ListDependencies,
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
