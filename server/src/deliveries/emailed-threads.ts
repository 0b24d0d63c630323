import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import { pickLaterPosition } from '@guildhall/event-store/port.js';
import { findPostUpTo } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { allMark } from '../notifications/notification-marks.js';
import type { Directory } from '../read-models/members/directory.js';
import { readStates, type MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';

interface Dependencies {
  views: Views;
  directory: Directory;
  readMarks: MarksOfMembers;
}

/** The key of the read mark whose order is that of the thread's newest emailed post. */
export const buildEmailedMark = (threadId: number): string => `emailed:thread:${threadId}`;

/** After an email about a thread, these are only sent once the member has read what it contained. */
export const isBundled = (kind: ChoiceKind): boolean => kind === 'watch' || kind === 'reply';

/** Returns the subset of threads about which the member has received an email, but has not read what it contained. */
export async function findUnreadEmailed(
  services: Dependencies,
  userId: number,
  threads: readonly ThreadDocument[],
): Promise<ReadonlySet<number>> {
  const keys = threads.map(({ id }) => buildEmailedMark(id));
  const marks = await services.readMarks.loadMarks(userId, [allMark, ...keys]);
  const orderOf = new Map(marks.map(({ key, order }) => [key, order]));
  const emailedThreads = threads.filter(({ id }) => orderOf.has(buildEmailedMark(id)));
  const states = await readStates(services, userId, emailedThreads);
  const unreadIds = new Set<number>();
  for (const [index, thread] of emailedThreads.entries()) {
    const emailedTo = orderOf.get(buildEmailedMark(thread.id)) ?? '';
    const readTo = pickLaterPosition(states[index]?.order ?? '', orderOf.get(allMark) ?? '');
    if (!(await hasReadUpTo(services, thread, emailedTo, readTo))) unreadIds.add(thread.id);
  }
  return unreadIds;
}

/** Items that are not posts, and posts that were deleted later, may be newer than what a member can read. */
export async function hasReadUpTo(
  { views }: Pick<Dependencies, 'views'>,
  thread: ThreadDocument,
  emailedTo: string,
  readTo: string,
): Promise<boolean> {
  if (emailedTo <= readTo) return true;
  const lastPost = await findPostUpTo(views.store, thread.id, emailedTo);
  return (lastPost?.order ?? thread.createdOrder) <= readTo;
}
