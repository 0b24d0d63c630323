import { Metadata, status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { PeerLedger } from './ledger.js';
import type { PeerMembership } from './peer-state.js';
import { EventStoreDbPeer } from './peer.js';

const { VNodeState } = gossipPb.MemberInfo;

/**
 * Three peers that replicate one ledger immediately. If they lose the leader, they elect a new one after a delay. Until
 * then, gossip still reports the lost leader.
 */
export class PeerCluster implements PeerMembership {
  readonly ledger = new PeerLedger(7);
  readonly nodes: EventStoreDbPeer[];
  #leader: EventStoreDbPeer | undefined;
  #gossipLeader: EventStoreDbPeer | undefined;
  readonly #lostPeers = new Set<EventStoreDbPeer>();
  #election: NodeJS.Timeout | undefined;

  /** @param electionMs how long the cluster has no leader after losing one */
  private constructor(readonly electionMs: number) {
    this.nodes = [1, 2, 3].map(() => new EventStoreDbPeer({ cluster: this }));
    this.#leader = this.#gossipLeader = this.nodes[0];
  }

  static async start(electionMs: number): Promise<PeerCluster> {
    const cluster = new PeerCluster(electionMs);
    for (const node of cluster.nodes) await node.start();
    return cluster;
  }

  get address(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  get leader(): EventStoreDbPeer | undefined {
    return this.#leader;
  }

  kill(): EventStoreDbPeer {
    const former = this.#lose();
    former.stop();
    return former;
  }

  /** Makes the leader hang with its connections still open. @returns the former leader */
  hang(): EventStoreDbPeer {
    const former = this.#lose();
    former.faults.freeze();
    return former;
  }

  /** The former leader does not respond to calls that it receives before the election. @returns the former leader */
  resign(): EventStoreDbPeer {
    const former = this.#lose();
    this.#gossipLeader = undefined;
    this.#lostPeers.delete(former);
    return former;
  }

  async recover(node: EventStoreDbPeer): Promise<void> {
    this.#lostPeers.delete(node);
    node.faults.thaw();
    if (!node.isListening) await node.start();
  }

  stop(): void {
    clearTimeout(this.#election);
    for (const node of this.nodes) {
      node.faults.thaw();
      node.stop();
    }
  }

  buildGossip(): ClusterInfo {
    const info = new gossipPb.ClusterInfo();
    for (const node of this.nodes) {
      const member = new gossipPb.MemberInfo();
      const endpoint = new gossipPb.EndPoint();
      endpoint.setAddress('127.0.0.1');
      endpoint.setPort(node.port);
      member.setHttpEndPoint(endpoint);
      member.setIsAlive(node === this.#gossipLeader || !this.#lostPeers.has(node));
      member.setState(node === this.#gossipLeader ? VNodeState.LEADER : VNodeState.FOLLOWER);
      info.addMembers(member);
    }
    return info;
  }

  findRefusal(node: { port: number }): Partial<StatusObject> | undefined {
    if (node === this.#leader) return undefined;
    if (!this.#leader) return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };
    const metadata = Metadata.fromHttp2Headers({
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(this.#leader.port),
    });
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
  }

  #lose(): EventStoreDbPeer {
    const former = this.#leader;
    if (!former) throw new Error('There is no leader');
    this.#lostPeers.add(former);
    this.#leader = undefined;
    this.#election = setTimeout(() => {
      this.#leader = this.#gossipLeader = this.nodes.find((node) => node !== former && !this.#lostPeers.has(node));
    }, this.electionMs);
    return former;
  }
}
