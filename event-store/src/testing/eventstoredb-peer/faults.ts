import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

/** A fault of the next append. Whether or not it is written, the caller gets no response in time. */
export type AppendFault =
  | { kind: 'hang' }
  | { kind: 'write-then-hang' }
  | { kind: 'write-then-cut' }
  | { kind: 'empty-answer' }
  | { kind: 'late'; ms: number };

export class PeerFaults {
  readonly appends: AppendFault[] = [];
  /** Responds to everything like a server that has not finished starting. */
  notReady = false;
  /** Rejects the user: `rights` for reads of all events and subscriptions; `credentials` for every call. */
  refuses: 'rights' | 'credentials' | null = null;
  /** Number of the next subscriptions that are accepted and never confirmed. */
  silentSubscriptions = 0;
  /** Number of newest events that reads and subscriptions do not see, as if replication lagged. */
  lagEvents = 0;
  #thaw: (() => void) | undefined;
  #frozen: Promise<void> = Promise.resolve();

  /** Returns why the user may not make this call; undefined if they may. */
  refusal(readsAll: boolean): Pick<StatusObject, 'code' | 'details' | 'metadata'> | undefined {
    if (this.refuses === 'credentials') {
      return { code: status.UNAUTHENTICATED, details: 'Unauthenticated', metadata: new Metadata() };
    }
    if (this.refuses === null || !readsAll) return undefined;
    const metadata = new Metadata();
    metadata.set('exception', 'access-denied');
    return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata };
  }

  freeze(): void {
    if (!this.#thaw) this.#frozen = new Promise((resolve) => (this.#thaw = resolve));
  }

  thaw(): void {
    this.#thaw?.();
    this.#thaw = undefined;
  }

  untilThawed(): Promise<void> {
    return this.#frozen;
  }
}

export class PeerCounters {
  appends = 0;
  appendsAtOnce = 0;
  maxConcurrentAppends = 0;
  batchStreams = 0;
  featureCalls = 0;
  reads = 0;
  streamReads = 0;
  openCalls = 0;
  /** The largest number of events that one read requested. */
  maxReadEvents = 0;
  subscriptions = 0;
  openSubscriptions = 0;
  subscribedEvents = 0;
  maxConcurrentSubscriptions = 0;
  slowDrops = 0;
}
