import { LogDamaged, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { retry, RetryDelays } from '@guildhall/event-store/retry.js';
import type { Logger } from 'pino';

/** Receives events in log order and must not throw. If it returns a promise, the next batch waits for it. */
export type Listener = (events: readonly StoredEvent[]) => void | Promise<void>;

/** The subscription reconnects automatically, so the follower stops only when requested or if the log is damaged. */
export class Follower {
  private readonly stopController = new AbortController();
  private currentRun: Promise<void> = Promise.resolve();
  private listeners: Listener[] = [];
  position: Position;
  readonly failed: Promise<LogDamaged>;
  private fail: (error: LogDamaged) => void = () => undefined;

  constructor(
    private readonly log: EventLog,
    after: Position,
    private readonly logger: Logger,
  ) {
    this.position = after;
    this.failed = new Promise((resolve) => (this.fail = resolve));
  }

  onEvents(listener: Listener): void {
    this.listeners.push(listener);
  }

  start(): void {
    this.currentRun = this.run();
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    await this.currentRun;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopController;
    const retryDelays = new RetryDelays();
    const follow = async () => {
      for await (const events of this.log.subscribeAll(this.position, signal)) {
        for (const listener of this.listeners) await listener(events);
        this.position = events.at(-1)?.position ?? this.position;
        retryDelays.reset();
      }
      if (!signal.aborted) throw new Error('the subscription to the log ended');
    };
    const isTransient = (error: unknown) => !(error instanceof LogDamaged);
    const onRetry = (error: unknown) => this.logger.error({ err: error }, 'following the log failed; trying again');
    try {
      await retry(follow, { signal, retryDelays, isTransient, onRetry });
    } catch (error) {
      if (error instanceof LogDamaged) this.fail(error);
    }
  }
}
