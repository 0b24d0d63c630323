import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import {
  deliveryChannels,
  type DeliveryChannel,
  type PendingDelivery,
} from '../vault/deliveries/pending-deliveries.js';
import { isUnavailable } from '../stores/outages.js';
import { waitForHead, type Views } from '../stores/views.js';
import type { Vault } from '../vault/vault.js';
import { completeDeliveries, type CompletedDelivery, type CompletionServices } from './complete-deliveries.js';
import type { DeliveryOutcome, DeliverySenders } from './delivery-content.js';
import type { DeliveryPreparation, PreparedDelivery } from './prepare-delivery.js';

interface QueueOptions extends CompletionServices {
  vault: CompletionServices['vault'] & Pick<Vault, 'dueDeliveries' | 'postponeDelivery'>;
  views: Pick<Views, 'waitFor'>;
  log: Pick<EventLog, 'head'>;
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

interface Finished {
  id: string;
  completed: CompletedDelivery | null;
}

/** Returns early after a while, so that new deliveries do not wait for a slow one. */
async function waitForFirst(inFlight: Iterable<Promise<void>>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([...inFlight, sleep(pollMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

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

  /**
   * Sends due deliveries, a limited number at a time. Whenever one finishes, the next one starts. After a crash, only
   * deliveries that were being sent are repeated.
   */
  async sendDue(channel: DeliveryChannel): Promise<void> {
    const inFlight = new Map<string, Promise<void>>();
    const failures: unknown[] = [];
    let finished: Finished[] = [];
    const start = (delivery: PendingDelivery) => {
      const sending = this.send(delivery)
        .catch((error: unknown) => void failures.push(error))
        .then((completed) => void finished.push({ id: delivery.id, completed: completed ?? null }));
      inFlight.set(delivery.id, sending);
    };
    try {
      do {
        const batch = finished;
        finished = [];
        const completed = batch.flatMap((one) => one.completed ?? []);
        await completeDeliveries(this.options, channel, completed);
        // Only now does the vault no longer return them as due.
        for (const { id } of batch) inFlight.delete(id);
        if (this.isSending() && failures.length === 0) {
          const due = await this.nextDue(channel, inFlight).catch((error: unknown) => (failures.push(error), []));
          due.forEach(start);
        }
        if (inFlight.size > 0 && finished.length === 0) await waitForFirst(inFlight.values());
      } while (inFlight.size > 0);
    } finally {
      await Promise.all(inFlight.values());
    }
    if (failures.length > 0) throw failures[0];
  }

  private async nextDue(channel: DeliveryChannel, inFlight: ReadonlyMap<string, unknown>): Promise<PendingDelivery[]> {
    const due = await this.options.vault.dueDeliveries(channel, new Date().toISOString(), maxInFlight);
    const next = due.filter(({ id }) => !inFlight.has(id)).slice(0, maxInFlight - inFlight.size);
    // The views may not include a change yet that another server has just accepted, such as muting the thread.
    if (next.length > 0) await waitForHead(this.options);
    return next;
  }

  private isSending(): boolean {
    return !this.stopping.signal.aborted && this.options.hasLease();
  }

  /** Returns the delivery if it was sent or dropped, and null if it stays pending. */
  private async send(delivery: PendingDelivery): Promise<CompletedDelivery | null> {
    const { preparation, senders, logger } = this.options;
    const { userId, channel, attempts } = delivery;
    const sender = senders[channel];
    if (!sender || !this.isSending()) return null;
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
    if (outcome === 'sent') return { delivery, newest: prepared?.newest ?? null, failure: null };
    const failure = outcome.reason.slice(0, maxReasonLength);
    if (outcome.failure === 'permanent' || attempts + 1 >= maxAttempts) return { delivery, newest: null, failure };
    await this.postpone(delivery, failure);
    return null;
  }

  private postpone({ id, attempts }: PendingDelivery, lastError: string): Promise<void> {
    const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0;
    const dueAt = new Date(Date.now() + delayMs).toISOString();
    return this.options.vault.postponeDelivery(id, { dueAt, attempts: attempts + 1, lastError });
  }
}
