import type { NotificationKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSubject } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ViewDocument } from '../../view-store.js';

/** Posts in watched threads are computed on request, so that one reply does not write a document for each watcher. */
export interface NotificationDocument extends ViewDocument {
  id: string;
  userId: number;
  kind: NotificationKind;
  actorId: number | null;
  subject: NotificationSubject;
  /** Set for a reply on a wall; the subject is the post that it replies to. */
  replyId: number | null;
  threadId: number | null;
  /** An edit added the mention, so reading on in the thread does not reveal it. */
  edited?: true;
  act: string | null;
  /** Sealed; set for staff actions only. */
  reason: string | null;
  at: string;
  order: string;
}
