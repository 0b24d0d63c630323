import { setTimeout as sleep } from 'node:timers/promises';
import { BACKWARDS, END } from '@eventstore/db-client';
import type { AllStreamSubscription } from '@eventstore/db-client';
import type { Clients, EventStoreDbConnection } from './connection.js';
import { collect, raceWithAbort } from './deadline.js';
import { DeadlineExceeded, toPortError } from './errors.js';
import { isApplicationEvent, toLogPosition, toPortPosition } from './events.js';
import type { EventStoreDbReader } from './read.js';
import { buildPrefixFilter, retryDelayOptions, type Settings } from './settings.js';
import { LiveFeed } from '../live-feed.js';
import { Unavailable } from '../port.js';
import type { Position, StoredEvent } from '../port.js';
import { RetryDelays } from '../retry.js';

const minPauseMs = 1000;

const pageEvents = 500;

interface Run {
  stop: AbortController;
  position: Position;
  /** The position of the newest event received. Initially, the position at which the run starts. */
  newestPosition: Position;
}

/** Unless this process ended the subscription, treats its end as a drop and resubscribes after the last event. */
export class EventStoreDbFeed {
  connected = false;
  drops = 0;
  readonly #live: LiveFeed;
  #subscribers = 0;
  #run: Run | undefined;
  #endPause: () => void = () => undefined;

  constructor(
    private readonly connection: EventStoreDbConnection,
    private readonly reader: EventStoreDbReader,
    private readonly settings: Settings,
  ) {
    this.#live = new LiveFeed(retryDelayOptions(settings));
  }

  async *follow(after: Position, signal: AbortSignal): AsyncGenerator<StoredEvent[], void> {
    this.#subscribers += 1;
    try {
      yield* this.#live.follow(after, signal, (position) => this.#read(position, signal));
    } finally {
      this.#subscribers -= 1;
      if (this.#subscribers === 0) this.#endRun();
    }
  }

  /** Ends the current delay because the server has responded to another call. */
  onServerResponse(): void {
    this.#endPause();
  }

  async #read(position: Position, signal: AbortSignal): Promise<StoredEvent[]> {
    const newestPosition = this.#run?.newestPosition ?? position;
    if (this.connected && newestPosition <= position) return []; // The subscription would have received later events.
    const pendingRead = this.reader.readAll(position, pageEvents).catch((error: unknown) => {
      if (error instanceof Unavailable) this.settings.onUnavailable(error);
      throw error;
    });
    const events = await raceWithAbort(pendingRead, signal);
    if (!events || events.length > 0) return events ?? [];
    if (newestPosition > position) throw new Unavailable('The node being read lags behind the subscription', false);
    this.#startRun(position);
    return [];
  }

  #startRun(position: Position): void {
    if (this.#run) return;
    this.#run = { stop: new AbortController(), position, newestPosition: position };
    void this.#keepFollowing(this.#run);
  }

  #endRun(): void {
    this.#run?.stop.abort();
    this.#run = undefined;
    this.connected = false;
  }

  async #keepFollowing(run: Run): Promise<void> {
    const { signal } = run.stop;
    const retryDelays = new RetryDelays(retryDelayOptions(this.settings));
    while (!signal.aborted) {
      const start = { at: performance.now(), position: run.position };
      const error = await this.connection
        .run((clients) => this.#followOnce(run, clients))
        .catch((reason: unknown) => reason);
      if (signal.aborted) return;
      this.#recordDrop(error);
      if (performance.now() - start.at >= this.settings.healthyMs) retryDelays.reset();
      else if (run.position > start.position) retryDelays.recordProgress();
      await this.#pause(retryDelays.next(), signal);
    }
  }

  /** Waits for at least a second so that a server that rejects only subscriptions is not flooded with attempts. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(Math.min(ms, minPauseMs), undefined, { signal }).catch(() => undefined);
    if (ms <= minPauseMs || signal.aborted) return;
    const endPauseController = new AbortController();
    this.#endPause = () => endPauseController.abort();
    const end = AbortSignal.any([signal, endPauseController.signal]);
    await sleep(ms - minPauseMs, undefined, { signal: end }).catch(() => undefined);
  }

  #recordDrop(error: unknown): void {
    const reason = error ?? new Error('the server ended the subscription');
    if (this.connected) this.drops += 1;
    else this.settings.onUnavailable(toPortError(reason, 'subscription', false));
    this.connected = false;
  }

  async #followOnce(run: Run, { feed, abandonSignal: givenUp }: Clients): Promise<void> {
    const { deadlineMs, streamPrefix } = this.settings;
    const followController = new AbortController();
    const end = AbortSignal.any([run.stop.signal, givenUp, followController.signal]);
    const subscription = feed.subscribeToAll({
      fromPosition: toLogPosition(run.position),
      ...(streamPrefix !== '' && { filter: buildPrefixFilter(streamPrefix) }),
      requiresLeader: true,
    });
    subscription.on('error', () => undefined); // An unhandled error event would crash the process.
    const destroyUnconfirmed = (): unknown =>
      subscription.destroy(new DeadlineExceeded(`not confirmed within ${deadlineMs} ms`));
    const timer = setTimeout(destroyUnconfirmed, deadlineMs);
    subscription.once('confirmation', () => {
      clearTimeout(timer);
      if (!end.aborted) this.connected = true;
    });
    const stop = (): unknown => subscription.destroy(givenUp.aborted ? (givenUp.reason as Error) : undefined);
    end.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([this.#receive(subscription, run), this.#checkRepeatedly(feed, end)]);
    } finally {
      clearTimeout(timer);
      followController.abort();
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** Detects hanging servers and deposed leaders. Neither ends the subscription. */
  async #checkRepeatedly(client: Clients['feed'], end: AbortSignal): Promise<never> {
    const newestPosition = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
    for (;;) {
      await sleep(this.settings.checkFeedMs, undefined, { signal: end }).catch(() => undefined);
      end.throwIfAborted();
      await collect(client.readAll(newestPosition), this.settings, 'subscription check', end);
    }
  }

  /** Only wakes the subscribers because the server drops clients that do not read immediately. */
  async #receive(subscription: AllStreamSubscription, run: Run): Promise<void> {
    for await (const { event } of subscription) {
      if (run.stop.signal.aborted) return;
      if (!event) continue;
      run.position = toPortPosition(event.position);
      if (!isApplicationEvent(event, this.settings.streamPrefix)) continue;
      run.newestPosition = run.position;
      this.#live.wake();
    }
  }
}
