import { setTimeout as sleep } from 'node:timers/promises';
import type { AllStreamSubscription, EventStoreDBClient } from '@eventstore/db-client';
import { DeadlinePassed, describeError } from './errors.js';
import { isApplicationEvent, logPosition, portPosition, storedEvent } from './events.js';
import type { EventQueue } from './queue.js';
import { retryDelaysOf, type Settings } from './settings.js';
import type { Position } from '../port.js';

/** The minimum pause before a resubscription, even when other calls succeed. */
const minPauseMs = 1000;

/** One run of the feed: from the first subscriber's joining to the last one's leaving. */
interface Run {
  stop: AbortController;
  /** Of the last event received, ours or the server's own. */
  position: Position;
}

/**
 * The process's one subscription to the log, shared by all subscribers. It recovers automatically: every end that this
 * process did not request, with an error or without, is a drop, and the next subscription begins after the last event
 * received.
 */
export class EventStoreDbFeed {
  connected = false;
  /** Subscriptions lost after they were confirmed. Under load that is normal business. */
  drops = 0;
  lastError: string | undefined;
  readonly #queues = new Set<EventQueue>();
  #run: Run | undefined;
  #endPause: () => void = () => undefined;

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly settings: Settings,
  ) {}

  /**
   * From now on the queue gets every event after the position that is returned; the feed begins at `from` for its first
   * subscriber.
   */
  join(queue: EventQueue, from: Position): Position {
    this.#queues.add(queue);
    if (!this.#run) {
      this.#run = { stop: new AbortController(), position: from };
      void this.#keepFollowing(this.#run);
    }
    return this.#run.position;
  }

  leave(queue: EventQueue): void {
    this.#queues.delete(queue);
    if (this.#queues.size > 0) return;
    this.#run?.stop.abort();
    this.#run = undefined;
    this.connected = false;
  }

  /** Another call got a response: the server is available, and a long pause can end. */
  serverAnswered(): void {
    this.#endPause();
  }

  /** Events that wait for slow subscribers. */
  get queued(): number {
    return [...this.#queues].reduce((sum, queue) => sum + queue.length, 0);
  }

  async #keepFollowing(run: Run): Promise<void> {
    const { signal } = run.stop;
    const retryDelays = retryDelaysOf(this.settings);
    while (!signal.aborted) {
      const began = { at: performance.now(), position: run.position };
      const error = await this.#followOnce(run).catch((reason: unknown) => reason);
      if (signal.aborted) return;
      this.#recordDrop(error);
      if (performance.now() - began.at >= this.settings.healthyMs) retryDelays.reset();
      else if (run.position > began.position) retryDelays.progressed();
      await this.#pause(retryDelays.next(), signal);
    }
  }

  /**
   * A response to another call ends the pause after its first second at the earliest. Otherwise a server that accepts
   * everything except subscriptions would get too many attempts.
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
    if (this.connected) this.drops += 1;
    this.connected = false;
    this.lastError = error === undefined ? 'the server ended the subscription' : describeError(error);
  }

  /** Resolves when the server ends the subscription in good order; throws when it fails or is not confirmed. */
  async #followOnce(run: Run): Promise<void> {
    const { deadlineMs } = this.settings;
    const { signal } = run.stop;
    const subscription = this.client.subscribeToAll({ fromPosition: logPosition(run.position) });
    subscription.on('error', () => undefined); // an error after the subscription was left would end the process
    const unconfirmed = (): unknown => subscription.destroy(new DeadlinePassed(`not confirmed in ${deadlineMs} ms`));
    const timer = setTimeout(unconfirmed, deadlineMs);
    subscription.once('confirmation', () => {
      clearTimeout(timer);
      if (!signal.aborted) this.connected = true;
    });
    const stop = (): unknown => subscription.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#deliver(subscription, run);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** Never waits for a subscriber: the server drops a client that does not read immediately. */
  async #deliver(subscription: AllStreamSubscription, run: Run): Promise<void> {
    for await (const { event } of subscription) {
      if (run.stop.signal.aborted) return;
      if (!event) continue;
      run.position = portPosition(event.position);
      if (!isApplicationEvent(event)) continue;
      const stored = storedEvent(event);
      for (const queue of this.#queues) {
        if (!queue.push(stored)) this.#queues.delete(queue);
      }
    }
  }
}
