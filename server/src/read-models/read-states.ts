import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import { placeIdOf } from '@guildhall/projections/views/places/project.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { ReadMark } from '../vault/read-marks.js';
import type { AccountName } from '../vault/vault.js';

/** Those accepted and not stored yet included. @throws VaultUnavailable */
export interface MarksOfMembers {
  of(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}

interface Dependencies {
  readMarks: MarksOfMembers;
  directory: { account(userId: number): Pick<AccountName, 'createdAt'> | null };
}

type ReadThread = Pick<
  ThreadDocument,
  'id' | 'sectionId' | 'subsectionId' | 'activity' | 'lastPostAt' | 'replyCount' | 'posted'
>;

const dayMs = 86_400_000; // ms

/** Older posts count as read, and marks are kept no longer. */
const retentionMs = 30 * dayMs;

export const marksKeptSince = (now: Date): string => new Date(now.getTime() - retentionMs).toISOString();

export const threadKey = (id: number): string => `thread:${id}`;

/** How far a member has read these threads: one call of the vault for all of them. @throws VaultUnavailable */
export async function readStates(
  { readMarks, directory }: Dependencies,
  userId: number,
  threads: readonly ReadThread[],
): Promise<ReadMarkRow[]> {
  const keys = threads.flatMap((thread) => [threadKey(thread.id), placeIdOf(thread)]);
  const found = await readMarks.of(userId, [...new Set(keys)]);
  const marks = new Map(found.map((mark) => [mark.key, mark]));
  const joined = directory.account(userId)?.createdAt ?? '';
  const kept = marksKeptSince(new Date());
  const since = joined > kept ? joined : kept;
  return threads.map((thread) =>
    readState(thread, marks.get(threadKey(thread.id)), marks.get(placeIdOf(thread)), since),
  );
}

/**
 * Of the thread's own mark and that of its place the farther one counts; without either, posts newer than `since` are
 * unread.
 */
export function readState(
  thread: Pick<ThreadDocument, 'id' | 'activity' | 'lastPostAt' | 'replyCount' | 'posted'>,
  own: ReadMark | undefined,
  place: ReadMark | undefined,
  since: string,
): ReadMarkRow {
  const { id: thread_id, activity, lastPostAt: last_post_at, replyCount, posted } = thread;
  const mark = own && place ? (own.order >= place.order ? own : place) : (own ?? place);
  const order = mark?.order ?? null;
  const unread = order === null ? last_post_at > since : activity > order;
  if (!unread) return { thread_id, unread, order, seen: replyCount, last_post_at };
  const seen = mark && mark === own ? Math.max(0, replyCount - (posted - own.count)) : null;
  return { thread_id, unread, order, seen, last_post_at };
}
