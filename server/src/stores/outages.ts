import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { LogFn, Logger } from 'pino';
import { VaultUnavailable } from '../vault/vault.js';

/** The stores, with their names in messages. */
const stores = { log: 'event log', views: 'view store', vault: 'vault' } as const;
type Store = keyof typeof stores;
export type StoreChecks = Partial<Record<Store, () => Promise<unknown>>>;

interface Outage {
  /** ISO 8601. */
  since: string;
  /** By the clock of `performance`, in milliseconds. */
  beganAt: number;
  lastFailureAt: number;
}

/**
 * Writes one line when a store becomes unavailable and one when it is available again, in place of one for each call
 * that failed because of it. An outage ends when the store responds and no call has failed for a while.
 */
export class Outages {
  private readonly current = new Map<Store, Outage>();
  private readonly stopping = new AbortController();
  private logger: Logger | undefined;
  private checks: StoreChecks = {};

  /** Times in milliseconds: between two checks of a store, and without a failure before an outage is over. */
  constructor(private readonly times = { checkMs: 1_000, quietMs: 3_000 }) {}

  /** For the logger's options: what would log an unavailable store reports it here instead. */
  get hooks() {
    const isReported = (error: unknown) => this.logger !== undefined && this.report(error);
    return {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
        const [fields] = args as [unknown, ...unknown[]];
        const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
        if (!isReported(error)) method.apply(this, args);
      },
    };
  }

  writeTo(logger: Logger): void {
    this.logger = logger;
  }

  watch(checks: StoreChecks): void {
    this.checks = checks;
  }

  /** Since when each store is unavailable; without those that are not. */
  since(): Partial<Record<Store, string>> {
    return Object.fromEntries([...this.current].map(([store, { since }]) => [store, since]));
  }

  /** False for an error of another kind. */
  report(error: unknown): boolean {
    const store = unavailableStore(error);
    if (!store) return false;
    const outage = this.current.get(store);
    if (outage) outage.lastFailureAt = performance.now();
    else void this.follow(store, (error as Error).message);
    return true;
  }

  stop(): void {
    this.stopping.abort();
  }

  private async follow(store: Store, message: string): Promise<void> {
    const now = performance.now();
    const outage = { since: new Date().toISOString(), beganAt: now, lastFailureAt: now };
    this.current.set(store, outage);
    this.logger?.warn(`the ${stores[store]} is unavailable: ${message}`);
    const { signal } = this.stopping;
    do {
      await sleep(this.times.checkMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    } while (!(await this.isOver(store, outage)));
    this.current.delete(store);
    const seconds = Math.max(1, Math.round((outage.lastFailureAt - outage.beganAt) / 1000));
    this.logger?.warn(`the ${stores[store]} is available again, after ${seconds} s`);
  }

  private async isOver(store: Store, outage: Outage): Promise<boolean> {
    try {
      await this.checks[store]?.();
    } catch {
      outage.lastFailureAt = performance.now();
    }
    return performance.now() - outage.lastFailureAt >= this.times.quietMs;
  }
}

function unavailableStore(error: unknown): Store | undefined {
  if (error instanceof Unavailable) return 'log';
  if (error instanceof StoreUnavailable) return 'views';
  return error instanceof VaultUnavailable ? 'vault' : undefined;
}
