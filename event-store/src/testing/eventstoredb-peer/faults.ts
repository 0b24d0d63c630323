import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

/** The caller never receives a response in time, whether or not the append is written. */
export type AppendFault =
  | { kind: 'hang' }
  | { kind: 'write-then-hang' }
  | { kind: 'write-then-cut' }
  | { kind: 'empty-answer' }
  | { kind: 'late'; ms: number };

export class PeerFaults {
  readonly appends: AppendFault[] = [];
  notReady = false;
  /** `rights` rejects subscriptions and reads of all events, and `credentials` rejects every call. */
  refusedAccess: 'rights' | 'credentials' | null = null;
  /** The number of subscriptions to accept without ever confirming them. */
  silentSubscriptions = 0;
  lagEvents = 0;
  #thaw: (() => void) | undefined;
  #frozen: Promise<void> = Promise.resolve();

  /** Returns undefined if the user may make this call. */
  findRefusal(readsAll: boolean): Pick<StatusObject, 'code' | 'details' | 'metadata'> | undefined {
    if (this.refusedAccess === 'credentials') {
      return { code: status.UNAUTHENTICATED, details: 'Unauthenticated', metadata: new Metadata() };
    }
    if (this.refusedAccess === null || !readsAll) return undefined;
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

  waitUntilThawed(): Promise<void> {
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
  maxReadEvents = 0;
  subscriptions = 0;
  openSubscriptions = 0;
  subscribedEvents = 0;
  maxConcurrentSubscriptions = 0;
  slowDrops = 0;
}
