import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { LogFn, Logger } from 'pino';
import { FilesUnavailable, VaultUnavailable } from '../vault/vault.js';
import { describeAccessFault, lacksCause } from './access-fault.js';

const stores = {
  log: { name: 'event log', server: 'eventstore' },
  views: { name: 'view store', server: 'mongodb' },
  vault: { name: 'vault', server: 'mongodb' },
  files: { name: 'file store', server: 's3' },
} as const;
type Store = keyof typeof stores;
export type StoreChecks = Partial<Record<Store, () => Promise<unknown>>>;

interface Outage {
  since: string;
  /** A `performance.now` timestamp. */
  beganAt: number;
  lastFailureAt: number;
  fault: string | null;
}

/** Logs each outage once. An outage ends when the store responds and no call has failed for a while. */
export class Outages {
  private readonly currentOutages = new Map<Store, Outage>();
  private readonly stopController = new AbortController();
  private logger: Logger | undefined;
  private checks: StoreChecks = {};

  constructor(private readonly times = { checkMs: 1_000, quietMs: 3_000 }) {}

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

  getOutageStarts(): Partial<Record<Store, string>> {
    return Object.fromEntries([...this.currentOutages].map(([store, { since }]) => [store, since]));
  }

  listFaults(): string[] {
    return [...new Set([...this.currentOutages.values()].flatMap(({ fault }) => fault ?? []))];
  }

  report(error: unknown): boolean {
    const store = findUnavailableStore(error);
    if (!store) return false;
    const fault = describeAccessFault(stores[store].server, error);
    const outage = this.currentOutages.get(store);
    if (!outage) void this.follow(store, (error as Error).message, fault);
    else {
      outage.lastFailureAt = performance.now();
      const isNewOutage = outage.fault === null || (lacksCause(outage.fault) && fault !== outage.fault);
      if (fault !== null && isNewOutage) this.recordFault(store, outage, fault);
    }
    return true;
  }

  stop(): void {
    this.stopController.abort();
  }

  /** Views and vault may share a MongoDB server, so a problem with the server's user is logged only once. */
  private recordFault(store: Store, outage: Outage, fault: string): void {
    const isKnown = this.listFaults().includes(fault);
    outage.fault = fault;
    if (!isKnown) this.logger?.error(`the ${stores[store].name} is unavailable: ${fault}`);
  }

  private async follow(store: Store, message: string, fault: string | null): Promise<void> {
    const now = performance.now();
    const outage: Outage = { since: new Date().toISOString(), beganAt: now, lastFailureAt: now, fault: null };
    if (fault !== null) this.recordFault(store, outage, fault);
    else this.logger?.warn(`the ${stores[store].name} is unavailable: ${message}`);
    this.currentOutages.set(store, outage);
    const { signal } = this.stopController;
    do {
      await sleep(this.times.checkMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    } while (!(await this.isOver(store, outage)));
    this.currentOutages.delete(store);
    const seconds = Math.max(1, Math.round((outage.lastFailureAt - outage.beganAt) / 1000));
    this.logger?.warn(`the ${stores[store].name} is available again, after ${seconds} s`);
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

export const isUnavailable = (error: unknown): error is Error => findUnavailableStore(error) !== undefined;

function findUnavailableStore(error: unknown): Store | undefined {
  if (error instanceof Unavailable) return 'log';
  if (error instanceof StoreUnavailable) return 'views';
  if (error instanceof FilesUnavailable) return 'files';
  return error instanceof VaultUnavailable ? 'vault' : undefined;
}
