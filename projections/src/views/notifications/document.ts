import type { NotificationSubject, StoredNotificationKind } from '@guildhall/domain/wire/schemas/notifications.js';
import type { ViewDocument } from '../../view-store.js';

/**
 * Something that one member is told of. What is written in threads that he watches is not among these: it is worked
 * out when he asks, so that one reply writes no document for each who watches.
 */
export interface NotificationDocument extends ViewDocument {
  /** `<position>:<user>` */
  id: string;
  userId: number;
  kind: StoredNotificationKind;
  /** Who did it; null where nobody of the site did. */
  actorId: number | null;
  subject: NotificationSubject;
  /** Of an answer on a wall: the answer itself, where the subject is the post that it answers. */
  replyId: number | null;
  /** Of the thread that the subject is, or is in; decides, when it is read, whether it may be seen. */
  threadId: number | null;
  /** What was done to a text of his: the event's kind, `ReplyDeleted`. */
  act: string | null;
  at: string;
  /** Position of the event. */
  order: string;
}
