import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send } from '../api/api.js';
import { useSession, onUserChange } from '../state/session.js';
import { isNewerFor, unreadFor, type CountedThread, type PlaceMarks } from './counts.js';
import { guestMarks, saveGuestMark } from './guest-marks.js';
import type { Mark } from './mark.js';

interface Marks {
  byThread: Record<number, Mark>;
  places: PlaceMarks;
}

const none: Marks = { byThread: {}, places: {} };
export const useMarks = create<Marks>(() => none);

/** Counts the marks set here; the last one of each thread. A response requested before is ignored. */
let sets = 0;
const setAs = new Map<number, number>();

// Marks belong to one person.
onUserChange(() => {
  setAs.clear();
  useMarks.setState(none);
});

/** These threads are marked here. */
export function recordSet(threadIds: readonly number[]): void {
  sets++;
  for (const id of threadIds) setAs.set(id, sets);
}

/** @returns whether a thread has been marked here since this call: an older response does not know */
export function markWatch(): (threadId: number) => boolean {
  const before = sets;
  return (threadId) => (setAs.get(threadId) ?? 0) > before;
}

/** The maximum number of threads in one request. */
const maxMarks = 100;

/**
 * Fetches how far these threads are read. Without a response they stay unmarked: nothing waits for it. `again`: a mark
 * may have become older, as of a thread that was moved out of a place that was read as a whole.
 */
export async function loadMarks(threadIds: readonly number[], again = false): Promise<void> {
  const { user } = useSession.getState();
  if (user === undefined || threadIds.length === 0) return;
  if (user === null) return saveMarks(guestMarks(threadIds));
  for (let from = 0; from < threadIds.length; from += maxMarks) {
    const asked = threadIds.slice(from, from + maxMarks).join(',');
    const isMarkedSince = markWatch();
    const response = await get<ReadMarkRow[]>(`/forums/read?threads=${asked}`).catch(() => null);
    if (useSession.getState().user?.id !== user.id) return;
    const marks = (response?.body ?? []).map(({ thread_id, unread, order, seen, last_post_at }) => {
      return [thread_id, { unread, order, seen, at: last_post_at }] as const;
    });
    saveMarks(Object.fromEntries(marks.filter(([id]) => !isMarkedSince(id))), again);
  }
}

/** A mark that this page has set in the meantime is farther than the one that was requested before. */
function saveMarks(marks: Record<number, Mark>, again = false): void {
  useMarks.setState(({ byThread }) => {
    const farther = Object.entries(marks).filter(([id, { order }]) => {
      if (again && !setAs.has(Number(id))) return true;
      const known = byThread[Number(id)]?.order ?? '';
      return (order ?? '') >= known;
    });
    return { byThread: { ...byThread, ...Object.fromEntries(farther) } };
  });
}

/**
 * What a list shows for a thread: the number of new replies, null where only their existence is known; 0 without any. A
 * reply by the person themselves is not new.
 */
export function unreadIn(row: CountedThread, mark: Mark | undefined): number | null {
  return unreadFor(useSession.getState().user?.id, row, mark);
}

/** Whether the newest post of a thread is by another member, and newer than a time. */
export function isNewerBy(row: CountedThread, at: string): boolean {
  return isNewerFor(useSession.getState().user?.id, row, at);
}

/** The person has read this far: shown immediately, written by the caller. */
export function setRead(threadId: number, mark: Mark): void {
  recordSet([threadId]);
  useMarks.setState(({ byThread }) => ({ byThread: { ...byThread, [threadId]: mark } }));
  if (useSession.getState().user === null) saveGuestMark(threadId, mark);
}

/** Writes the mark of a member, also while the page is being left. */
export function writeRead(threadId: number, order: string | null): void {
  if (!useSession.getState().user) return;
  void send<WriteResponse>('PUT', `/forums/threads/${threadId}/read`, crypto.randomUUID(), { order }).then(
    () => publishRead([{ id: threadId, order }]),
    () => {},
  );
}

/** A thread that the member has read up to an order, here or elsewhere; with the id 0 a place, or notifications. */
export interface ReadUpdate {
  id: number;
  order: string | null;
}

const readListeners = new Set<(updates: readonly ReadUpdate[]) => void>();

/**
 * Called when the server reports that a member has read on.
 * @returns a function that stops it
 */
export function onRead(act: (updates: readonly ReadUpdate[]) => void): () => void {
  readListeners.add(act);
  return () => readListeners.delete(act);
}

export function publishRead(updates: readonly ReadUpdate[]): void {
  for (const act of readListeners) act(updates);
}

const recountListeners = new Set<(threadIds: readonly number[]) => void>();
const recountSpreadMs = 900; // ms
let toRecount = new Set<number>();

/**
 * Called when posts of threads were deleted, restored or moved, or all were reread: what is unread is counted again.
 * Without ids it may be any thread.
 * @returns a function that stops it
 */
export function onRecount(act: (threadIds: readonly number[]) => void): () => void {
  recountListeners.add(act);
  return () => recountListeners.delete(act);
}

export function publishRecount(threadIds: readonly number[]): void {
  for (const act of recountListeners) act(threadIds);
}

/** A little later, once for simultaneous changes, so that not all open pages request at the same moment. */
export function recountSoon(threadIds: readonly number[]): void {
  const isScheduled = toRecount.size > 0;
  for (const id of threadIds) toRecount.add(id);
  if (isScheduled || threadIds.length === 0) return;
  setTimeout(
    () => {
      const ids = [...toRecount];
      toRecount = new Set();
      publishRecount(ids);
    },
    100 + Math.random() * recountSpreadMs,
  );
}
