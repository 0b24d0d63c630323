import { upcastEvent } from '@guildhall/domain/events.js';
import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { notificationsOfEvent } from '@guildhall/projections/views/notifications/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadById } from '@guildhall/projections/views/threads/queries.js';
import { watchesOfTarget } from '@guildhall/projections/views/watches/queries.js';

export interface Recipient {
  userId: number;
  kind: ChoiceKind;
  /** See `PendingDelivery`. */
  subject: string;
}

const watchersAtOnce = 500;

export const banSubject = 'ban';
const threadSubject = (threadId: number): string => `thread:${threadId}`;

/** Yields the members whom an event may concern, in batches. Whether they are notified is decided later. */
export async function* findRecipients(store: ViewStore, stored: StoredEvent): AsyncGenerator<Recipient[]> {
  const event = upcastEvent(stored.type, stored.data);
  if (event?.type === 'MemberBanned.v1') yield [{ userId: event.data.userId, kind: 'moderation', subject: banSubject }];
  const notifications = await notificationsOfEvent(store, stored.position);
  if (notifications.length > 0)
    yield notifications.map(({ id, userId, kind, threadId }) => {
      return { userId, kind, subject: threadId === null ? id : threadSubject(threadId) };
    });
  if (event?.type !== 'ThreadCreated.v1' && event?.type !== 'ReplyPosted.v1') return;
  const { threadId, authorId } = event.data;
  const thread = await threadById(store, threadId);
  if (!thread || thread.deleted) return;
  const subject = threadSubject(threadId);
  for await (const userIds of findWatchers(store, thread)) {
    const otherIds = userIds.filter((userId) => userId !== authorId);
    if (otherIds.length > 0) yield otherIds.map((userId) => ({ userId, kind: 'watch', subject }));
  }
}

async function* findWatchers(store: ViewStore, thread: ThreadDocument): AsyncGenerator<number[]> {
  const { id, sectionId, subsectionId } = thread;
  for (const targetId of [id, sectionId, ...(subsectionId === null ? [] : [subsectionId])]) {
    for (let after = ''; ;) {
      const watches = await watchesOfTarget(store, targetId, after, watchersAtOnce);
      yield watches.filter(({ tells }) => tells).map(({ userId }) => userId);
      if (watches.length < watchersAtOnce) break;
      after = watches.at(-1)?.id ?? '';
    }
  }
}
