import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

/** The fault that hits the next append. Written or not, the caller gets no response in time. */
export type AppendFault =
  | { kind: 'hang' }
  | { kind: 'write-then-hang' }
  | { kind: 'write-then-cut' }
  | { kind: 'empty-answer' }
  | { kind: 'late'; ms: number };

/** Switches by which a test makes the peer misbehave. */
export class PeerFaults {
  /** Applied to the next appends, one each. */
  readonly appends: AppendFault[] = [];
  /** Responds to everything like a server that has not finished starting. */
  notReady = false;
  /** Refuses the user: `rights`, reads of all events and subscriptions; `credentials`, every call. */
  refuses: 'rights' | 'credentials' | null = null;
  /** This many of the next subscriptions are accepted and then never confirmed. */
  silentSubscriptions = 0;
  /** The newest events of the ledger that reads and subscriptions do not get: replication lags. */
  lagEvents = 0;
  #thaw: (() => void) | undefined;
  #frozen: Promise<void> = Promise.resolve();

  /** Why the user may not make this call; undefined when they may. */
  refusal(readsAll: boolean): Pick<StatusObject, 'code' | 'details' | 'metadata'> | undefined {
    if (this.refuses === 'credentials') {
      return { code: status.UNAUTHENTICATED, details: 'Unauthenticated', metadata: new Metadata() };
    }
    if (this.refuses === null || !readsAll) return undefined;
    const metadata = new Metadata();
    metadata.set('exception', 'access-denied');
    return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata };
  }

  /** Accepts calls, including the features call, and sends nothing. */
  freeze(): void {
    if (!this.#thaw) this.#frozen = new Promise((resolve) => (this.#thaw = resolve));
  }

  thaw(): void {
    this.#thaw?.();
    this.#thaw = undefined;
  }

  /** Resolves when the peer is not frozen. */
  untilThawed(): Promise<void> {
    return this.#frozen;
  }
}

/** What the peer has seen, for tests that count calls. */
export class PeerCounters {
  appends = 0;
  appendsAtOnce = 0;
  maxConcurrentAppends = 0;
  batchStreams = 0;
  featureCalls = 0;
  reads = 0;
  /** Of a single stream. */
  streamReads = 0;
  /** Reads and subscriptions that neither side has ended. */
  openCalls = 0;
  /** The largest number of events that one read requested. */
  maxReadEvents = 0;
  subscriptions = 0;
  openSubscriptions = 0;
  /** Events sent to all subscriptions together. */
  subscribedEvents = 0;
  maxConcurrentSubscriptions = 0;
  /** Subscriptions dropped because the consumer lagged. */
  slowDrops = 0;
}
