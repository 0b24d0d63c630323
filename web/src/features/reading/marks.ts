import type { PlaceUnreadRow, ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send } from '../../shared/api/api.js';
import { useSession, onUserChange } from '../../shared/state/session.js';
import { guestMarks, saveGuestMark } from './guest-marks.js';
import type { Mark } from './mark.js';

interface Marks {
  byThread: Record<number, Mark>;
  /** For `section:<id>` and `subsection:<id>`: how many of the newest threads have new replies. */
  places: Record<string, number>;
}

const none: Marks = { byThread: {}, places: {} };
export const useMarks = create<Marks>(() => none);

/** Counts the marks set here; the last one of each thread. A response requested before is ignored. */
let sets = 0;
const setAs = new Map<number, number>();
/** Of two responses on places the one to the last request counts. */
let placesAsked = 0;

// Marks belong to one person.
onUserChange(() => {
  placesAsked++;
  setAs.clear();
  useMarks.setState(none);
});

function recordSet(threadIds: readonly number[]): void {
  sets++;
  for (const id of threadIds) setAs.set(id, sets);
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
    const before = sets;
    const response = await get<ReadMarkRow[]>(`/forums/read?threads=${asked}`).catch(() => null);
    if (useSession.getState().user?.id !== user.id) return;
    const marks = (response?.body ?? []).map(({ thread_id, unread, order, seen, last_post_at }) => {
      return [thread_id, { unread, order, seen, at: last_post_at }] as const;
    });
    saveMarks(Object.fromEntries(marks.filter(([id]) => (setAs.get(id) ?? 0) <= before)));
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

/** Fetches which places have new replies. */
export async function loadPlaceMarks(): Promise<void> {
  if (!useSession.getState().user) return;
  const mine = ++placesAsked;
  const response = await get<PlaceUnreadRow[]>('/forums/read/places').catch(() => null);
  if (!response || mine !== placesAsked) return;
  const places = Object.fromEntries(
    response.body.map((row) => [placeKey(row.section_id, row.subsection_id), row.unread]),
  );
  useMarks.setState({ places });
}

export function placeKey(sectionId: number, subsectionId: number | null): string {
  return subsectionId === null ? `section:${sectionId}` : `subsection:${subsectionId}`;
}

/**
 * What a list shows for a thread: the number of new replies, null where only their existence is known; 0 without any.
 */
export function unreadIn(
  row: Pick<ThreadSummary, 'reply_count' | 'last_post_at'>,
  mark: Mark | undefined,
): number | null {
  if (!mark || (!mark.unread && row.last_post_at <= mark.at)) return 0;
  return mark.seen === null ? null : Math.max(1, row.reply_count - mark.seen);
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
    () => {
      for (const act of readListeners) act(threadId);
    },
    () => {},
  );
}

const readListeners = new Set<(threadId: number) => void>();

/**
 * Called when the server reports that a member has read on in a thread.
 * @returns a function that stops it
 */
export function onRead(act: (threadId: number) => void): () => void {
  readListeners.add(act);
  return () => readListeners.delete(act);
}

/**
 * Marks everything in a place as read.
 * @throws what the call throws
 */
export async function markPlaceRead(sectionId: number, subsectionId: number | null, rows: readonly ThreadSummary[]) {
  const body = { section_id: sectionId, subsection_id: subsectionId };
  await send<WriteResponse>('PUT', '/forums/read', crypto.randomUUID(), body);
  recordSet(rows.map(({ id }) => id));
  useMarks.setState(({ byThread }) => ({
    byThread: {
      ...byThread,
      ...Object.fromEntries(
        rows.map(({ id, reply_count, last_post_at }): [number, Mark] => [
          id,
          { unread: false, order: byThread[id]?.order ?? null, seen: reply_count, at: last_post_at },
        ]),
      ),
    },
  }));
  await loadPlaceMarks();
}
