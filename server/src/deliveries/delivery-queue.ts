import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Policy } from '../policy/policy.js';
import { Limiter } from '../process/limiter.js';
import { marksRetainedSince } from '../read-models/read-states.js';
import {
  deliveryChannels,
  type DeliveryChannel,
  type PendingDelivery,
} from '../vault/deliveries/pending-deliveries.js';
import { isUnavailable } from '../stores/outages.js';
import type { Vault } from '../vault/vault.js';
import type { DeliveryOutcome, DeliverySenders } from './delivery-content.js';
import { emailDelayMs, pushDelayMs } from './delivery-times.js';
import type { DeliveryPreparation, PreparedDelivery } from './prepare-delivery.js';
import { emailedMark } from './thread-items.js';

interface QueueOptions {
  vault: Pick<Vault, 'dueDeliveries' | 'completeDelivery' | 'postponeDelivery' | 'markRead'>;
  preparation: Pick<DeliveryPreparation, 'prepare'>;
  senders: DeliverySenders;
  /** Only the server that adds deliveries sends them. */
  hasLease: () => boolean;
  policy: Pick<Policy, 'isGone'>;
  logger: Logger;
}

const minuteMs = 60_000;
const retryDelaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 60 * minuteMs];
/** The last attempt takes place about three days after the first. */
const maxAttempts = 75;
const batchSize = 100;
const maxInFlight = 10;
const pollMs = 1_000;

export class DeliveryQueue {
  private readonly stopping = new AbortController();
  private running: Promise<void>[] = [];

  constructor(private readonly options: QueueOptions) {}

  start(): void {
    const channels = deliveryChannels.filter((channel) => this.options.senders[channel]);
    this.running = channels.map((channel) => this.run(channel));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async run(channel: DeliveryChannel): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const warn = (error: unknown) => this.options.logger.warn({ err: error, channel }, 'deliveries wait for a store');
      await this.sendDue(channel).catch(warn);
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Sends what is due, a bounded number at a time. A crash repeats only what is being sent. */
  async sendDue(channel: DeliveryChannel): Promise<void> {
    const inFlight = new Limiter({ running: maxInFlight });
    while (this.isSending()) {
      const due = await this.options.vault.dueDeliveries(channel, new Date().toISOString(), batchSize);
      const sent = await Promise.allSettled(due.map((delivery) => inFlight.run(() => this.send(delivery))));
      const failed = sent.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      if (due.length < batchSize) return;
    }
  }

  private isSending(): boolean {
    return !this.stopping.signal.aborted && this.options.hasLease();
  }

  private async send(delivery: PendingDelivery): Promise<void> {
    const { vault, preparation, senders, logger, policy } = this.options;
    const { userId, channel, attempts } = delivery;
    const sender = senders[channel];
    if (!sender || !this.isSending()) return;
    let prepared: PreparedDelivery | null = null;
    let outcome: DeliveryOutcome = 'sent';
    try {
      const isReachable = (await sender.reachable([userId])).has(userId);
      prepared = isReachable ? await preparation.prepare(delivery) : null;
      if (prepared) outcome = await sender.send(prepared.account, prepared.content);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      logger.error({ err: error, channel }, 'a delivery failed');
      outcome = { failure: 'temporary', reason: error instanceof Error ? error.name : 'unknown' };
    }
    if (outcome !== 'sent' && outcome.failure === 'temporary' && attempts + 1 < maxAttempts)
      return this.postpone(delivery, outcome.reason);
    if (outcome === 'sent' && prepared?.newest && channel === 'email' && !policy.isGone(userId)) {
      const { threadId, order } = prepared.newest;
      const now = new Date();
      const mark = { userId, key: emailedMark(threadId), order, count: 0, at: now.toISOString() };
      await vault.markRead([mark], marksRetainedSince(now));
    }
    await this.complete(delivery);
  }

  private complete(delivery: PendingDelivery): Promise<void> {
    const delayMs = delivery.channel === 'email' ? emailDelayMs : pushDelayMs;
    return this.options.vault.completeDelivery(delivery, {
      // Sorts after this position and before the next one, so the delivery restarts with the events that follow.
      firstOrder: `${delivery.lastOrder}+`,
      dueAt: new Date(Date.now() + delayMs).toISOString(),
    });
  }

  private postpone({ id, attempts }: PendingDelivery, lastError: string): Promise<void> {
    const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0;
    const dueAt = new Date(Date.now() + delayMs).toISOString();
    return this.options.vault.postponeDelivery(id, { dueAt, attempts: attempts + 1, lastError });
  }
}
