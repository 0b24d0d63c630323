import type { ChoiceKind, EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSubject } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { DeliveryChannel } from '../vault/deliveries/pending-deliveries.js';
import type { Account } from '../vault/account/account.js';

export interface DeliveryItem {
  kind: ChoiceKind;
  /** Null for a reply in a watched thread. */
  notificationId: string | null;
  /** The name shown on pages. Null if the author is unknown, or stays unnamed as in responses to reports. */
  actor: string | null;
  subject: NotificationSubject['kind'];
  thread: { id: number; title: string } | null;
  /** For wall posts, the name of the wall's owner. */
  wallOf: string | null;
  /** For staff actions, the event type without its version, such as `ReplyDeleted` or `MemberBanned`. */
  act: string | null;
  reason: string | null;
  /** For a ban, when it expires. Null if it is permanent. */
  until?: string | null;
  /** Opens the text that the item is about. */
  path: string;
  /** Plain text without spoilers. For a report, the response to it. */
  excerpt: string | null;
  at: string;
}

export interface Digest {
  liveliest: readonly { id: number; title: string; path: string; replies: number }[];
  newThreads: number;
  newReplies: number;
  newMembers: number;
}

export interface DeliveryContent {
  /** Identifies the delivery across retries and crashes: 32 hex digits. */
  id: string;
  recipient: { id: number; username: string; timeZone: string | null };
  frequency: Exclude<EmailFrequency, 'never'>;
  /** Set if all items are about one thread. */
  threadId: number | null;
  /** Oldest first. */
  items: readonly DeliveryItem[];
  omitted: number;
  digest: Digest | null;
}

/**
 * After a temporary failure, the delivery is retried. After a permanent one, it is dropped; the sender itself then stops
 * using the address or device.
 */
export type DeliveryOutcome = 'sent' | { failure: 'temporary' | 'permanent'; reason: string };

/** Channels without a sender are not used. */
export type DeliverySenders = { readonly [Channel in DeliveryChannel]?: DeliverySender };

export interface DeliverySender {
  /** If false, the members whom an event concerns need not be looked up. */
  canReachAnyone(): Promise<boolean>;
  /** Returns the subset of `userIds` that the channel can reach, for example those with a verified address. */
  findReachable(userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Must not throw for a failure that concerns only this recipient. `reason` must not contain the address. */
  send(account: Account, content: DeliveryContent): Promise<DeliveryOutcome>;
}
