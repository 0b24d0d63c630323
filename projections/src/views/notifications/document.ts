import type { NotificationKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSubject } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ViewDocument } from '../../view-store.js';

/**
 * Posts in watched threads have no such documents: they are found on request, so that a reply does not write a document
 * for each watcher.
 */
export interface NotificationDocument extends ViewDocument {
  id: string;
  userId: number;
  kind: NotificationKind;
  actorId: number | null;
  subject: NotificationSubject;
  /** Set for a reply on a wall. The subject is the post that it replies to. */
  replyId: number | null;
  threadId: number | null;
  /** Set if an edit added the mention. A member who has already read past that post would miss it. */
  edited?: true;
  act: string | null;
  /** Sealed, and set only for staff actions. */
  reason: string | null;
  at: string;
  order: string;
}
