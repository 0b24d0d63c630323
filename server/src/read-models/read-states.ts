import type { Place } from '@guildhall/domain/structure/state.js';
import type { ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { ReadMark } from '../vault/read-marks.js';
import type { AccountName } from '../vault/account/account.js';

export interface MarksOfMembers {
  loadMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}

interface Dependencies {
  readMarks: MarksOfMembers;
  directory: { findAccount(userId: number): Pick<AccountName, 'createdAt'> | null };
}

export type ReadState = Omit<ReadMarkRow, 'muted'>;

type ReadThread = Pick<
  ThreadDocument,
  'id' | 'sectionId' | 'subsectionId' | 'activity' | 'lastPostAt' | 'replyCount' | 'posted'
>;

const dayMs = 86_400_000;

const retentionMs = 30 * dayMs;

export const getMarksRetainedSince = (now: Date): string => new Date(now.getTime() - retentionMs).toISOString();

export const buildThreadKey = (id: number): string => `thread:${id}`;

export async function readStates(
  { readMarks, directory }: Dependencies,
  userId: number,
  threads: readonly ReadThread[],
): Promise<ReadState[]> {
  const keys = threads.flatMap((thread) => [buildThreadKey(thread.id), toPlaceId(thread)]);
  const storedMarks = await readMarks.loadMarks(userId, [...new Set(keys)]);
  const marks = new Map(storedMarks.map((mark) => [mark.key, mark]));
  const since = getCountsSince(directory, userId);
  return threads.map((thread) =>
    readState(thread, marks.get(buildThreadKey(thread.id)), marks.get(toPlaceId(thread)), since),
  );
}

export async function isUnread(
  { readMarks, directory }: Dependencies,
  userId: number,
  thread: Place & { threadId: number },
  text: { order: string; createdAt: string },
): Promise<boolean> {
  const marks = await readMarks.loadMarks(userId, [buildThreadKey(thread.threadId), toPlaceId(thread)]);
  if (marks.length === 0) return text.createdAt > getCountsSince(directory, userId);
  return marks.every(({ order }) => order < text.order);
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
