import { setTimeout as sleep } from 'node:timers/promises';
import { BACKWARDS, END } from '@eventstore/db-client';
import type { AllStreamSubscription } from '@eventstore/db-client';
import type { Clients, EventStoreDbConnection } from './connection.js';
import { collect } from './deadline.js';
import { DeadlinePassed, portError } from './errors.js';
import { isApplicationEvent, logPosition, portPosition, storedEvent } from './events.js';
import type { EventQueue } from './queue.js';
import { prefixFilter, retryDelaysOf, type Settings } from './settings.js';
import type { Position } from '../port.js';

/** The minimum pause before a resubscription, even when other calls succeed. */
const minPauseMs = 1000;

interface Run {
  stop: AbortController;
  position: Position;
  /** Before the first event, the start of the run. */
  delivered: Position;
}

/**
 * The process's one subscription to the log. Any end that this process did not request counts as a drop, and the next
 * subscription begins after the last event received.
 */
export class EventStoreDbFeed {
  connected = false;
  /** Confirmed subscriptions that were lost. Expected under load. */
  drops = 0;
  readonly #queues = new Set<EventQueue>();
  #run: Run | undefined;
  #endPause: () => void = () => undefined;

  constructor(
    private readonly connection: EventStoreDbConnection,
    private readonly settings: Settings,
  ) {}

  join(queue: EventQueue, from: Position): Position {
    this.#queues.add(queue);
    if (!this.#run) {
      this.#run = { stop: new AbortController(), position: from, delivered: from };
      void this.#keepFollowing(this.#run);
    }
    return this.#run.delivered;
  }

  leave(queue: EventQueue): void {
    this.#queues.delete(queue);
    if (this.#queues.size > 0) return;
    this.#run?.stop.abort();
    this.#run = undefined;
    this.connected = false;
  }

  /** Another call got a response: a long pause can end. */
  serverAnswered(): void {
    this.#endPause();
  }

  get queued(): number {
    return [...this.#queues].reduce((sum, queue) => sum + queue.length, 0);
  }

  async #keepFollowing(run: Run): Promise<void> {
    const { signal } = run.stop;
    const retryDelays = retryDelaysOf(this.settings);
    while (!signal.aborted) {
      const began = { at: performance.now(), position: run.position };
      const error = await this.connection
        .run((clients) => this.#followOnce(run, clients))
        .catch((reason: unknown) => reason);
      if (signal.aborted) return;
      this.#recordDrop(error);
      if (performance.now() - began.at >= this.settings.healthyMs) retryDelays.reset();
      else if (run.position > began.position) retryDelays.progressed();
      await this.#pause(retryDelays.next(), signal);
    }
  }

  /**
   * Lasts at least a second: a server that accepts everything except subscriptions would otherwise get too many
   * attempts.
   */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(Math.min(ms, minPauseMs), undefined, { signal }).catch(() => undefined);
    if (ms <= minPauseMs || signal.aborted) return;
    const confirmed = new AbortController();
    this.#endPause = () => confirmed.abort();
    const end = AbortSignal.any([signal, confirmed.signal]);
    await sleep(ms - minPauseMs, undefined, { signal: end }).catch(() => undefined);
  }

  #recordDrop(error: unknown): void {
    const reason = error ?? new Error('the server ended the subscription');
    if (this.connected) this.drops += 1;
    else this.settings.onUnavailable(portError(reason, 'subscription', false));
    this.connected = false;
  }

  async #followOnce(run: Run, { feed, givenUp }: Clients): Promise<void> {
    const { deadlineMs, streamPrefix } = this.settings;
    const over = new AbortController();
    const end = AbortSignal.any([run.stop.signal, givenUp, over.signal]);
    const subscription = feed.subscribeToAll({
      fromPosition: logPosition(run.position),
      ...(streamPrefix !== '' && { filter: prefixFilter(streamPrefix) }),
      requiresLeader: true,
    });
    subscription.on('error', () => undefined); // An error without a listener would end the process.
    const unconfirmed = (): unknown => subscription.destroy(new DeadlinePassed(`not confirmed in ${deadlineMs} ms`));
    const timer = setTimeout(unconfirmed, deadlineMs);
    subscription.once('confirmation', () => {
      clearTimeout(timer);
      if (!end.aborted) this.connected = true;
    });
    const stop = (): unknown => subscription.destroy(givenUp.aborted ? (givenUp.reason as Error) : undefined);
    end.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([this.#deliver(subscription, run), this.#checkRepeatedly(feed, end)]);
    } finally {
      clearTimeout(timer);
      over.abort();
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  async #checkRepeatedly(client: Clients['feed'], end: AbortSignal): Promise<never> {
    const newest = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
    for (;;) {
      await sleep(this.settings.checkFeedMs, undefined, { signal: end }).catch(() => undefined);
      end.throwIfAborted();
      await collect(client.readAll(newest), this.settings, 'check of the subscription', end);
    }
  }

  /** Never waits for a subscriber: the server drops a client that does not read immediately. */
  async #deliver(subscription: AllStreamSubscription, run: Run): Promise<void> {
    for await (const { event } of subscription) {
      if (run.stop.signal.aborted) return;
      if (!event) continue;
      run.position = portPosition(event.position);
      if (!isApplicationEvent(event, this.settings.streamPrefix)) continue;
      const stored = storedEvent(event, this.settings.streamPrefix);
      run.delivered = stored.position;
      for (const queue of this.#queues) {
        if (!queue.push(stored)) this.#queues.delete(queue);
      }
    }
  }
}
