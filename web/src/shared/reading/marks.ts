import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { createId } from '../create-id.js';
import { onConnect } from '../../live/connection.js';
import { createListeners } from '../../live/create-listeners.js';
import { ApiError, get, isTransient, send } from '../api/api.js';
import { useSession, onUserChange } from '../state/session.js';
import { isNewSince, countUnreadFor, type CountedThread, type PlaceMarks } from './counts.js';
import { findGuestMarks, saveGuestMark } from './guest-marks.js';
import type { Mark } from './mark.js';
import { listUnsentMarks, removeUnsentMark, saveUnsentMark, type UnsentMark } from './unsent-marks.js';

interface Marks {
  byThread: Record<number, Mark>;
  places: PlaceMarks;
  sets: number;
  setAs: Record<number, number>;
  /**
   * The changes received during the latest request for `places`, whose response may be older. Null if there is no
   * request.
   */
  placeChanges: ThreadSummary[] | null;
}

const initialMarks: Marks = { byThread: {}, places: {}, sets: 0, setAs: {}, placeChanges: null };
export const useMarks = create<Marks>(() => initialMarks);
onUserChange(() => useMarks.setState(initialMarks));

/** Supersedes the responses to requests in progress. */
export function setMarks(marks: Record<number, Mark>): void {
  useMarks.setState(({ byThread, sets, setAs }) => ({
    byThread: {
      ...byThread,
      ...Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, { ...byThread[Number(id)], ...mark }])),
    },
    sets: sets + 1,
    setAs: { ...setAs, ...Object.fromEntries(Object.keys(marks).map((id) => [id, sets + 1])) },
  }));
}

/** The returned function reports whether a thread has been marked here since, so that a response is outdated. */
export function markWatch(): (threadId: number) => boolean {
  const setsBefore = useMarks.getState().sets;
  return (threadId) => (useMarks.getState().setAs[threadId] ?? 0) > setsBefore;
}

const maxMarks = 100;

/** `isReload` allows a mark to move back, for example when a thread leaves a place that was marked as read. */
export async function loadMarks(threadIds: readonly number[], isReload = false): Promise<void> {
  const { user } = useSession.getState();
  if (user === undefined || threadIds.length === 0) return;
  if (user === null) return saveMarks(findGuestMarks(threadIds));
  for (let from = 0; from < threadIds.length; from += maxMarks) {
    const ids = threadIds.slice(from, from + maxMarks).join(',');
    const isMarkedSince = markWatch();
    const response = await get<ReadMarkRow[]>(`/forums/read?threads=${ids}`).catch(() => null);
    if (useSession.getState().user?.id !== user.id) return;
    const marks = (response?.body ?? []).map(({ thread_id, unread, muted, order, seen, last_post_at }) => {
      return [thread_id, { unread, muted, order, seen, at: last_post_at }] as const;
    });
    saveMarks(Object.fromEntries(marks.filter(([id]) => !isMarkedSince(id))), isReload);
  }
}

/** Ignores the response for threads that have been marked here in the meantime. */
function saveMarks(marks: Record<number, Mark>, isReload = false): void {
  useMarks.setState(({ byThread, setAs }) => {
    const fartherMarks = Object.entries(marks).filter(([id, { order }]) => {
      if (isReload && setAs[Number(id)] === undefined) return true;
      const currentOrder = byThread[Number(id)]?.order ?? '';
      return (order ?? '') >= currentOrder;
    });
    return { byThread: { ...byThread, ...Object.fromEntries(fartherMarks) } };
  });
}

/** Returns null if the number is unknown. The member's own replies do not count. */
export function countUnread(row: CountedThread, mark: Mark | undefined): number | null {
  return countUnreadFor(useSession.getState().user?.id, row, mark);
}

export function isNewToReaderSince(row: CountedThread, at: string): boolean {
  return isNewSince(useSession.getState().user?.id, row, at);
}

/** Does not send the mark to the server. */
export function setRead(threadId: number, mark: Mark): void {
  setMarks({ [threadId]: mark });
  if (useSession.getState().user === null) saveGuestMark(threadId, mark);
}

/**
 * Also works while the page is being unloaded. A mark that could not be sent is sent again after the next one or a
 * reconnect.
 */
export function writeRead(threadId: number, order: string | null): void {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) return;
  saveUnsentMark(userId, [threadId, order]);
  void sendMark(userId, [threadId, order]).then((isSent) => (isSent ? sendUnsentMarks() : undefined));
}

const marksInFlight = new Map<string, Promise<boolean>>();
const getMarkKey = (userId: number, [threadId, order]: UnsentMark): string => `${userId} ${threadId} ${order}`;

/** @returns false if the mark must be sent again */
function sendMark(userId: number, mark: UnsentMark): Promise<boolean> {
  const key = getMarkKey(userId, mark);
  const attempt = trySendMark(userId, mark).finally(() => marksInFlight.delete(key));
  marksInFlight.set(key, attempt);
  return attempt;
}

async function trySendMark(userId: number, mark: UnsentMark): Promise<boolean> {
  const [threadId, order] = mark;
  try {
    await send<WriteResponse>('PUT', `/forums/threads/${threadId}/read`, createId(), { order });
    publishRead([{ id: threadId, order }]);
  } catch (error) {
    if (isTransient(error) || (error instanceof ApiError && error.status === 429)) return false;
  }
  removeUnsentMark(userId, mark);
  return true;
}

async function sendUnsentMarks(): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) return;
  for (const mark of listUnsentMarks(userId)) {
    const key = getMarkKey(userId, mark);
    // A request that began before a reconnect may still fail.
    while (marksInFlight.has(key)) await marksInFlight.get(key);
    const isUnsent = listUnsentMarks(userId).some(([id, order]) => id === mark[0] && order === mark[1]);
    if (!isUnsent) continue;
    if (useSession.getState().user?.id !== userId || !(await sendMark(userId, mark))) return;
  }
}

onConnect(() => void sendUnsentMarks());

/** The id 0 represents a place or the notifications. */
export interface ReadUpdate {
  id: number;
  order: string | null;
}

export const { add: onRead, notify: publishRead } = createListeners<[updates: readonly ReadUpdate[]]>();

/** Returns the threads whose marks are ahead of those on this page. */
export function findThreadsReadFurther(threadIds: readonly number[], updates: readonly ReadUpdate[]): number[] {
  if (updates.some(({ id }) => id === 0)) return [...threadIds];
  const { byThread } = useMarks.getState();
  const fartherUpdates = updates.filter(({ id, order }) => (order ?? '') > (byThread[id]?.order ?? ''));
  return threadIds.filter((threadId) => fartherUpdates.some(({ id }) => id === threadId));
}

/**
 * Notifies listeners that posts were deleted, restored, moved or read again. Without ids, any thread may be affected.
 */
export const { add: onRecount, notify: publishRecount } = createListeners<[threadIds: readonly number[]]>();

const recountSpreadMs = 900;
const toRecount = new Set<number>();

export function recountSoon(threadIds: readonly number[]): void {
  const isScheduled = toRecount.size > 0;
  for (const id of threadIds) toRecount.add(id);
  if (isScheduled || threadIds.length === 0) return;
  setTimeout(
    () => {
      const ids = [...toRecount];
      toRecount.clear();
      publishRecount(ids);
    },
    100 + Math.random() * recountSpreadMs,
  );
}
