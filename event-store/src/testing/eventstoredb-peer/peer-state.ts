import type { status } from '@grpc/grpc-js';
import type { PeerCounters, PeerFaults } from './faults.js';
import type { PeerLedger } from './ledger.js';

interface LiveSubscription {
  end(): void;
  drop(details: string, code?: status): void;
}

/** What the handlers of the peer share. */
export interface PeerState {
  readonly ledger: PeerLedger;
  readonly faults: PeerFaults;
  readonly counters: PeerCounters;
  readonly subscriptions: Set<LiveSubscription>;
  readonly slowConsumerLimit: number;
  workTime(): Promise<void>;
  /** Cuts every connection and listens again on the same port; the events stay. */
  restart(): Promise<void>;
}
