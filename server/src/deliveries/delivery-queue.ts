import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { LogWatermark } from '../log/log-watermark.js';
import {
  deliveryChannels,
  type DeliveryChannel,
  type PendingDelivery,
} from '../vault/deliveries/pending-deliveries.js';
import { isUnavailable } from '../stores/outages.js';
import { waitForHead, type Views } from '../stores/views.js';
import type { Vault } from '../vault/vault.js';
import { completeDeliveries, type CompletedDelivery, type CompletionServices } from './complete-deliveries.js';
import type { DeliveryContent, DeliveryOutcome, DeliverySenders } from './delivery-content.js';
import { computeDeliveryTime } from './delivery-times.js';
import type { DeliveryPreparation, PreparedDelivery } from './prepare-delivery.js';

interface QueueOptions extends CompletionServices {
  vault: CompletionServices['vault'] & Pick<Vault, 'findDueDeliveries' | 'postponeDelivery'>;
  views: Pick<Views, 'waitFor'>;
  logWatermark: Pick<LogWatermark, 'waitFor'>;
  log: Pick<EventLog, 'readHead'>;
  preparation: Pick<DeliveryPreparation, 'prepare'>;
  senders: DeliverySenders;
  /** Only the server that adds deliveries sends them. */
  hasLease: () => boolean;
  logger: Logger;
}

const minuteMs = 60_000;
const retryDelaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 60 * minuteMs];
/** The last attempt takes place about three days after the first. */
const maxAttempts = 75;
const maxInFlight = 20;
const pollMs = 1_000;
const maxReasonLength = 200;

/** Returns early after a while, so that new deliveries do not wait for a slow one. */
async function waitForFirst(inFlight: Iterable<Promise<void>>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([...inFlight, sleep(pollMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

/**
 * The member may have read what first made the delivery due and be reading what followed. If items are omitted, the
 * first one is not the oldest, and a lively thread must not postpone the delivery again and again.
 */
function findFirstDueTime(channel: DeliveryChannel, { frequency, items, omitted }: DeliveryContent): Date | null {
  const [oldest] = items;
  if (!oldest || omitted > 0 || frequency !== 'at-once') return null;
  return computeDeliveryTime(channel, frequency, new Date(oldest.at), null);
}

export class DeliveryQueue {
  private readonly stopController = new AbortController();
  private attempts: Promise<void>[] = [];
  /** At most `maxInFlight` per channel that were sent or dropped, but are still pending in the vault. */
  private readonly uncompletedDeliveries: Record<DeliveryChannel, CompletedDelivery[]> = { email: [], push: [] };

  constructor(private readonly options: QueueOptions) {}

  start(): void {
    const channels = deliveryChannels.filter((channel) => this.options.senders[channel]);
    this.attempts = channels.map((channel) => this.run(channel));
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    await Promise.all(this.attempts);
  }

  private async run(channel: DeliveryChannel): Promise<void> {
    const { signal } = this.stopController;
    while (!signal.aborted) {
      const warn = (error: unknown) => this.options.logger.warn({ err: error, channel }, 'deliveries wait for a store');
      await this.sendDue(channel).catch(warn);
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Sends due deliveries, a limited number at a time. Whenever one finishes, the next one starts. After a crash, only
   * deliveries that were being sent are sent again.
   */
  async sendDue(channel: DeliveryChannel): Promise<void> {
    const inFlight = new Map<string, Promise<void>>();
    const failures: unknown[] = [];
    let finishedIds: string[] = [];
    const start = (delivery: PendingDelivery) => {
      const attempt = this.send(delivery)
        .catch((error: unknown) => void failures.push(error))
        .then((completedDelivery) => {
          if (completedDelivery) this.uncompletedDeliveries[channel].push(completedDelivery);
          finishedIds.push(delivery.id);
        });
      inFlight.set(delivery.id, attempt);
    };
    try {
      do {
        const batch = finishedIds;
        finishedIds = [];
        // Otherwise, while the vault can be read but not written, the same deliveries would be sent again and again.
        await this.complete(channel);
        // Only now does the vault no longer return them as due.
        for (const id of batch) inFlight.delete(id);
        if (this.isSending() && failures.length === 0) {
          const due = await this.findNextDue(channel, inFlight).catch((error: unknown) => (failures.push(error), []));
          due.forEach(start);
        }
        if (inFlight.size > 0 && finishedIds.length === 0) await waitForFirst(inFlight.values());
      } while (inFlight.size > 0);
    } finally {
      await Promise.all(inFlight.values());
    }
    if (failures.length > 0) throw failures[0];
  }

  private async complete(channel: DeliveryChannel): Promise<void> {
    const completedDeliveries = [...this.uncompletedDeliveries[channel]];
    await completeDeliveries(this.options, channel, completedDeliveries);
    this.uncompletedDeliveries[channel].splice(0, completedDeliveries.length);
  }

  private async findNextDue(
    channel: DeliveryChannel,
    inFlight: ReadonlyMap<string, unknown>,
  ): Promise<PendingDelivery[]> {
    const due = await this.options.vault.findDueDeliveries(channel, new Date().toISOString(), maxInFlight);
    const next = due.filter(({ id }) => !inFlight.has(id)).slice(0, maxInFlight - inFlight.size);
    // This server may lack a change that another has just accepted, such as muting the thread or a ban.
    if (next.length > 0) await waitForHead(this.options);
    return next;
  }

  private isSending(): boolean {
    return !this.stopController.signal.aborted && this.options.hasLease();
  }

  /** Returns the delivery if it was sent or dropped, and null if it stays pending. */
  private async send(delivery: PendingDelivery): Promise<CompletedDelivery | null> {
    const { preparation, senders, logger } = this.options;
    const { userId, channel, attempts } = delivery;
    const sender = senders[channel];
    if (!sender) return null;
    let preparedDelivery: PreparedDelivery | null = null;
    let outcome: DeliveryOutcome = 'sent';
    try {
      const isReachable = (await sender.findReachable([userId])).has(userId);
      preparedDelivery = isReachable ? await preparation.prepare(delivery) : null;
      const waitUntil = preparedDelivery && findFirstDueTime(channel, preparedDelivery.content);
      if (waitUntil && waitUntil > new Date()) {
        await this.postpone(delivery, waitUntil);
        return null;
      }
      // By now, another server may have the lease.
      if (!this.isSending()) return null;
      if (preparedDelivery) outcome = await sender.send(preparedDelivery.account, preparedDelivery.content);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      logger.error({ err: error, channel }, 'a delivery failed');
      outcome = { failure: 'temporary', reason: error instanceof Error ? error.name : 'unknown' };
    }
    if (outcome === 'sent')
      return { delivery, newestOrders: preparedDelivery?.newestOrders ?? new Map(), failure: null };
    const failure = outcome.reason.slice(0, maxReasonLength);
    if (outcome.failure === 'permanent' || attempts + 1 >= maxAttempts)
      return { delivery, newestOrders: new Map(), failure };
    const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0;
    const failedDelivery = { ...delivery, attempts: attempts + 1, lastError: failure };
    await this.postpone(failedDelivery, new Date(Date.now() + delayMs));
    return null;
  }

  private postpone({ id, attempts, lastError }: PendingDelivery, until: Date): Promise<void> {
    return this.options.vault.postponeDelivery(id, { dueAt: until.toISOString(), attempts, lastError });
  }
}
