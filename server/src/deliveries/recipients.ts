import { upcastEvent } from '@guildhall/domain/events.js';
import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { findNotificationsByEvent } from '@guildhall/projections/views/notifications/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadById } from '@guildhall/projections/views/threads/queries.js';
import { findWatchesByIds, findWatchIdsByTarget } from '@guildhall/projections/views/watches/queries.js';
import { readPages } from '../stores/pages.js';

export interface Recipient {
  userId: number;
  kind: ChoiceKind;
  /** See `PendingDelivery`. */
  subject: string;
  /** The watch that decides whether the member is notified. See `withoutMuted`. */
  watchId?: string;
}

const watchersAtOnce = 500;

export const banSubject = 'ban';
const buildThreadSubject = (threadId: number): string => `thread:${threadId}`;

/** Returns null if the subject is not a thread. */
export function parseThreadSubject(subject: string): number | null {
  const [, threadId] = /^thread:(\d+)$/.exec(subject) ?? [];
  return threadId === undefined ? null : Number(threadId);
}

/** Yields the members whom an event may concern, in batches. Whether they are notified is decided later. */
export async function* findRecipients(store: ViewStore, storedEvent: StoredEvent): AsyncGenerator<Recipient[]> {
  const event = upcastEvent(storedEvent.type, storedEvent.data);
  if (event?.type === 'MemberBanned.v1') yield [{ userId: event.data.userId, kind: 'moderation', subject: banSubject }];
  const notifications = await findNotificationsByEvent(store, storedEvent.position);
  if (notifications.length > 0)
    yield notifications.map(({ id, userId, kind, threadId }) => {
      return { userId, kind, subject: threadId === null ? id : buildThreadSubject(threadId) };
    });
  if (event?.type !== 'ThreadCreated.v1' && event?.type !== 'ReplyPosted.v1') return;
  const { threadId, authorId } = event.data;
  const thread = await findThreadById(store, threadId);
  if (!thread || thread.deleted) return;
  const subject = buildThreadSubject(threadId);
  for await (const watchIds of findWatchIds(store, thread)) {
    const watchers = watchIds.map((watchId) => ({
      userId: getUserId(watchId),
      kind: 'watch' as const,
      subject,
      watchId,
    }));
    const others = watchers.filter(({ userId }) => userId !== authorId);
    if (others.length > 0) yield others;
  }
}

/** Reads only the watches of members whom a channel can reach, because on many sites there are few of them. */
export async function withoutMuted(store: ViewStore, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const watches = await findWatchesByIds(
    store,
    recipients.flatMap(({ watchId }) => watchId ?? []),
  );
  const notifyingIds = new Set(watches.filter(({ tells }) => tells).map(({ id }) => id));
  return recipients.filter(({ watchId }) => watchId === undefined || notifyingIds.has(watchId));
}

async function* findWatchIds(store: ViewStore, thread: ThreadDocument): AsyncGenerator<string[]> {
  const { id, sectionId, subsectionId } = thread;
  for (const targetId of [id, sectionId, ...(subsectionId === null ? [] : [subsectionId])])
    yield* readPages<string>(watchersAtOnce, (last) =>
      findWatchIdsByTarget(store, targetId, last ?? '', watchersAtOnce),
    );
}

const getUserId = (watchId: string): number => Number(watchId.split(':')[1]);
