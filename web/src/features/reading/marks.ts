import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send } from '../../shared/api/api.js';
import { useSession, onUserChange } from '../../shared/state/session.js';
import { guestMarks, saveGuestMark } from './guest-marks.js';
import type { Mark, PlaceMark } from './mark.js';

interface Marks {
  byThread: Record<number, Mark>;
  /** By `section:<id>` and `subsection:<id>`, of each without those inside it. */
  places: Record<string, PlaceMark>;
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

/** Fetches how far these threads are read. Without a response they stay unmarked: nothing waits for it. */
export async function loadMarks(threadIds: readonly number[]): Promise<void> {
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
    saveMarks(Object.fromEntries(marks.filter(([id]) => !isMarkedSince(id))));
  }
}

/** A mark that this page has set in the meantime is farther than the one that was requested before. */
function saveMarks(marks: Record<number, Mark>): void {
  useMarks.setState(({ byThread }) => {
    const farther = Object.entries(marks).filter(([id, { order }]) => {
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
export function unreadIn(
  row: Pick<ThreadSummary, 'reply_count' | 'last_post_at' | 'last_user_id'>,
  mark: Mark | undefined,
): number | null {
  if (!mark || (!mark.unread && !isNewerBy(row, mark.at))) return 0;
  return mark.seen === null ? null : Math.max(1, row.reply_count - mark.seen);
}

/** Whether the newest post of a thread is by another member, and newer than a time. */
export function isNewerBy(row: Pick<ThreadSummary, 'last_post_at' | 'last_user_id'>, at: string): boolean {
  return row.last_post_at > at && row.last_user_id !== useSession.getState().user?.id;
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
