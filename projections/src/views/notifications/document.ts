import type { NotificationKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSubject } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ViewDocument } from '../../view-store.js';

/**
 * Posts in watched threads are not stored but computed on request, so that one reply does not write a document for each
 * watcher.
 */
export interface NotificationDocument extends ViewDocument {
  /** `<position>:<user>` */
  id: string;
  userId: number;
  kind: NotificationKind;
  /** The member who caused it; null if no member did. */
  actorId: number | null;
  subject: NotificationSubject;
  /** For a reply on a wall: the reply itself. The subject is the post that it replies to. */
  replyId: number | null;
  /** The thread that is or contains the subject; on reading, it decides whether the notification may be shown. */
  threadId: number | null;
  /** Whether an edit named them: reading further in the thread does not show it. */
  edited?: true;
  act: string | null;
  at: string;
  order: string;
}
