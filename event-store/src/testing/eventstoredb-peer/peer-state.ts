import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { Metadata, status, StatusObject } from '@grpc/grpc-js';
import type { PeerCounters, PeerFaults } from './faults.js';
import type { PeerLedger } from './ledger.js';

interface LiveSubscription {
  end(): void;
  drop(details: string, code?: status): void;
}

export interface PeerMembership {
  readonly ledger: PeerLedger;
  buildGossip(): ClusterInfo;
  /** Returns undefined if the node is the leader, and otherwise the error to respond with. */
  findRefusal(node: { port: number }): Partial<StatusObject> | undefined;
}

export interface PeerState {
  readonly ledger: PeerLedger;
  readonly faults: PeerFaults;
  readonly counters: PeerCounters;
  readonly subscriptions: Set<LiveSubscription>;
  readonly slowConsumerLimit: number;
  readonly replicatedCount: number;
  /** Returns undefined if the call is accepted. */
  findRefusal(metadata: Metadata): Partial<StatusObject> | undefined;
  waitForWork(): Promise<void>;
  /** Cuts every connection, then listens again on the same port. */
  restart(): Promise<void>;
}
