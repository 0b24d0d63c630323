import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { Position } from '@guildhall/event-store/port.js';

export const deliveryChannels = ['email', 'push'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** A notification that may have to be sent. Whether it is sent is decided when it is due. */
export interface PendingDelivery {
  /** Has the form `<channel> <user> <subject>`. */
  id: string;
  userId: number;
  channel: DeliveryChannel;
  /** `thread:<id>` for everything in a thread, the id of any other notification, or a frequency such as `daily`. */
  subject: string;
  /** The position of the first event that caused it. */
  firstOrder: Position;
  lastOrder: Position;
  dueAt: string;
  attempts: number;
  /** Empty if no attempt has failed. */
  lastError: string;
  /** Equals `dueAt` if an attempt has failed, and is missing otherwise. */
  retryAt?: string;
  /** Kinds that are sent although the member has since chosen another frequency for them. */
  retainedKinds?: readonly ChoiceKind[];
}

/** A notification that will not be sent. Only the newest one per member and channel is stored. */
export interface FailedDelivery extends Pick<PendingDelivery, 'userId' | 'channel' | 'subject' | 'attempts'> {
  /** Has the form `<channel> <user>`. */
  id: string;
  reason: string;
  failedAt: string;
  /** Sorts failures by time, even within one millisecond. */
  order: string;
}

export interface DeliveryCalls {
  /** For deliveries that already exist, only `lastOrder` changes. */
  addDeliveries(deliveries: readonly PendingDelivery[]): Promise<void>;
  /** Returns due deliveries, earliest first. */
  findDueDeliveries(channel: DeliveryChannel, now: string, limit: number): Promise<PendingDelivery[]>;
  /** Returns the deliveries with a failed attempt, earliest due first. */
  findRetriedDeliveries(channel: DeliveryChannel, limit: number): Promise<PendingDelivery[]>;
  countDeliveries(channel: DeliveryChannel, dueBy: string): Promise<number>;
  /** Removes the deliveries. Any that gained events since they were read are restarted with those events instead. */
  completeDeliveries(deliveries: readonly PendingDelivery[], restartAt: string): Promise<void>;
  postponeDelivery(
    id: string,
    change: Partial<Pick<PendingDelivery, 'dueAt' | 'attempts' | 'lastError' | 'retainedKinds'>>,
  ): Promise<void>;
  listDeliveries(userId: number): Promise<PendingDelivery[]>;
  saveFailedDelivery(delivery: FailedDelivery): Promise<void>;
  /** Returns the newest failures first. */
  findFailedDeliveriesBefore(beforeOrder: string | null, limit: number): Promise<FailedDelivery[]>;
  listFailedDeliveries(userId: number): Promise<FailedDelivery[]>;
  pruneFailedDeliveries(failedBefore: string): Promise<void>;
}
