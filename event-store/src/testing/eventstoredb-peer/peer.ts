import { setTimeout as sleep } from 'node:timers/promises';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { Metadata, StatusObject } from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { handleAppend } from './append.js';
import { handleBatchAppend } from './batch.js';
import { PeerCounters, PeerFaults } from './faults.js';
import { PeerLedger } from './ledger.js';
import { buildFeaturesMessage } from './messages.js';
import type { PeerMembership, PeerState } from './peer-state.js';
import { handleRead } from './read.js';

export interface PeerOptions {
  port?: number;
  systemEvery?: number;
  /** The maximum lag of a live subscription, in events. Defaults to 150. */
  slowConsumerLimit?: number;
  appendMs?: number;
  cluster?: PeerMembership;
  tls?: { key: Buffer; cert: Buffer };
}

/** Simulates EventStoreDB 23.10 and can inject faults. */
export class EventStoreDbPeer implements PeerState {
  readonly ledger: PeerLedger;
  readonly faults = new PeerFaults();
  readonly counters = new PeerCounters();
  readonly subscriptions: PeerState['subscriptions'] = new Set();
  slowConsumerLimit: number;
  #server: Server | undefined;
  #port: number;
  readonly #appendMs: number;
  readonly #cluster: PeerMembership | undefined;
  readonly #tls: PeerOptions['tls'];

  constructor(options: PeerOptions) {
    this.#cluster = options.cluster;
    this.#tls = options.tls;
    this.ledger = options.cluster?.ledger ?? new PeerLedger(options.systemEvery ?? 7);
    this.slowConsumerLimit = options.slowConsumerLimit ?? 150;
    this.#appendMs = options.appendMs ?? 0;
    this.#port = options.port ?? 0;
  }

  get address(): string {
    if (this.#tls) return `esdb://admin:changeit@127.0.0.1:${this.#port}?tls=true`;
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  get port(): number {
    return this.#port;
  }

  get isListening(): boolean {
    return this.#server !== undefined;
  }

  findRefusal(metadata: Metadata): Partial<StatusObject> | undefined {
    return metadata.get('requires-leader')[0] === 'true' ? this.#cluster?.findRefusal(this) : undefined;
  }

  get replicatedCount(): number {
    return this.ledger.events.length - this.faults.lagEvents;
  }

  async start(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const server = this.#newServer();
      try {
        this.#port = await bind(server, this.#port, this.#tls);
        this.#server = server;
        return;
      } catch (error) {
        if (tries === 50) throw error;
        await sleep(20);
      }
    }
  }

  /** Cuts every connection and rejects new ones, as after SIGKILL. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.ledger.forgetRecentIds();
    for (const subscription of this.subscriptions) subscription.end();
  }

  async restart(): Promise<void> {
    this.stop();
    await this.start();
  }

  endSubscriptions(): void {
    for (const subscription of this.subscriptions) subscription.end();
  }

  dropSubscriptions(details: string, code: status = status.ABORTED): void {
    for (const subscription of this.subscriptions) subscription.drop(details, code);
  }

  async waitForWork(): Promise<void> {
    if (this.#appendMs > 0) await sleep(this.#appendMs);
  }

  #newServer(): Server {
    const server = new Server({ 'grpc.max_receive_message_length': 16 * 1024 * 1024 });
    server.addService(ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, callback: (error: null, message: unknown) => void) => {
        this.counters.featureCalls += 1;
        void this.faults.waitUntilThawed().then(() => callback(null, buildFeaturesMessage()));
      },
    });
    const cluster = this.#cluster;
    if (cluster) {
      server.addService(GossipService, {
        read: (_call: unknown, callback: (error: null, message: unknown) => void) =>
          void this.faults.waitUntilThawed().then(() => callback(null, cluster.buildGossip())),
      });
    }
    const streams: IStreamsServer = {
      append: (call, callback) => handleAppend(this, call, callback),
      batchAppend: (call) => handleBatchAppend(this, call),
      read: (call) => void handleRead(this, call),
      delete: (_call, callback) => callback({ code: status.UNIMPLEMENTED, details: 'The peer deletes nothing' }),
      tombstone: (_call, callback) => callback({ code: status.UNIMPLEMENTED, details: 'The peer deletes nothing' }),
    };
    server.addService(StreamsService, streams);
    return server;
  }
}

export async function startPeer(options: PeerOptions = {}): Promise<EventStoreDbPeer> {
  const peer = new EventStoreDbPeer(options);
  await peer.start();
  return peer;
}

function bind(server: Server, port: number, tls: PeerOptions['tls']): Promise<number> {
  const credentials = tls
    ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }])
    : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, boundPort) => {
      if (error) reject(error);
      else resolve(boundPort);
    });
  });
}
