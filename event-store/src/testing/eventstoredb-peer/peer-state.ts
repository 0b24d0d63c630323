import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import type { Metadata, status, StatusObject } from '@grpc/grpc-js';
import type { PeerCounters, PeerFaults } from './faults.js';
import type { PeerLedger } from './ledger.js';

interface LiveSubscription {
  end(): void;
  drop(details: string, code?: status): void;
}

/** The cluster of a peer, as the peer sees it. */
export interface PeerMembership {
  readonly ledger: PeerLedger;
  gossip(): ClusterInfo;
  /** Why a node refuses a call that must be the leader's; undefined when it is the leader. */
  refusal(node: { port: number }): Partial<StatusObject> | undefined;
}

/** What the handlers of the peer share. */
export interface PeerState {
  readonly ledger: PeerLedger;
  readonly faults: PeerFaults;
  readonly counters: PeerCounters;
  readonly subscriptions: Set<LiveSubscription>;
  readonly slowConsumerLimit: number;
  /** Of the ledger's events, how many this node has. */
  readonly replicated: number;
  /** Why a call with this metadata must be sent to another node, or later; undefined when it is welcome. */
  refusal(metadata: Metadata): Partial<StatusObject> | undefined;
  workTime(): Promise<void>;
  /** Cuts every connection and listens again on the same port; the events stay. */
  restart(): Promise<void>;
}
