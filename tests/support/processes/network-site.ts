import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPeer, type EventStoreDbPeer } from '@guildhall/event-store/testing/eventstoredb-peer/peer.js';
import { dropDatabases, createPrefix } from '@guildhall/projections/testing/mongo/mongodb.js';
import { viewsVersion } from '@guildhall/projections/views/all-views.js';
import { buildDatabasePrefix, getViewsPrefix } from '@guildhall/server/stores/prefixes.js';
import { MongoConnection } from '@guildhall/projections/testing/mongo/mongo-connection.js';
import type { Db } from 'mongodb';
import { createMongoClient } from '@guildhall/projections/stores/mongo/connection.js';
import {
  findFreePort,
  spawnNode,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
  type StartOptions,
} from './server-process.js';

const projectorFile = fileURLToPath(new URL('../../../server/dist/projector-main.js', import.meta.url));

export interface ProjectorProcess extends ReturnType<typeof spawnNode> {
  /** The process's own connection to MongoDB. */
  line: MongoConnection;
}

/**
 * Runs built servers and projectors with an EventStoreDB double in this process and separate databases in one MongoDB.
 * The servers share a folder for outgoing email.
 */
export class NetworkSite {
  readonly prefix = createPrefix();
  readonly servers: ServerProcess[] = [];
  readonly projectors: ProjectorProcess[] = [];
  private readonly folder = createTemporaryFolder();
  private readonly client;
  private readonly lines: MongoConnection[] = [];

  /** @param eventStoreUrl a peer that replaces the EventStoreDB double */
  static async open(mongoUrl: string, eventStoreUrl?: string): Promise<NetworkSite> {
    return new NetworkSite(mongoUrl, await startPeer(), await MongoConnection.open(mongoUrl), eventStoreUrl);
  }

  private constructor(
    private readonly mongoUrl: string,
    readonly peer: EventStoreDbPeer,
    readonly line: MongoConnection,
    private readonly eventStoreUrl = peer.address,
  ) {
    this.client = createMongoClient(mongoUrl);
    this.lines.push(line);
  }

  async startServer(
    port?: number,
    { env = {}, ...how }: Pick<StartOptions, 'env' | 'file' | 'readyTimeoutMs'> = {},
  ): Promise<ServerProcess> {
    const environment = { ...this.buildEnvironment(this.line), ...env };
    const options = { dataDir: this.folder, env: environment, port: port ?? (await findFreePort()) };
    const server = await startServerProcess({ ...how, ...options });
    this.servers.push(server);
    return server;
  }

  /**
   * Does not wait until the projector has started. `file` is the program of a projector, or of a server whose start is
   * watched.
   */
  async startProjector(file = projectorFile, env: Record<string, string> = {}): Promise<ProjectorProcess> {
    const line = await MongoConnection.open(this.mongoUrl);
    this.lines.push(line);
    const process = spawnNode(file, { dataDir: this.folder, env: { ...this.buildEnvironment(line), ...env } });
    const projector = { ...process, line };
    this.projectors.push(projector);
    return projector;
  }

  buildEnvironment(line: MongoConnection): Record<string, string> {
    const SECRET = 'known to this test and to nobody else at all';
    return { EVENTSTORE_URL: this.eventStoreUrl, MONGODB_URL: line.buildAddress(this.prefix), SECRET };
  }

  get vault(): Db {
    return this.client.db(`${buildDatabasePrefix(this.line.buildAddress(this.prefix))}_vault`);
  }

  /** The database that all generations of one view version share, accessed over a direct connection. */
  openMeta(version = viewsVersion): Db {
    return this.client.db(`${getViewsPrefix(this.line.buildAddress(this.prefix), version)}_meta`);
  }

  /** A killed projector's lease would otherwise last several seconds. */
  async expireLease(): Promise<void> {
    await this.openMeta()
      .collection('leases')
      .updateOne({}, { $set: { expires: 0 } });
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers, ...this.projectors].map((process) => process.kill()));
    await Promise.all(this.lines.map((line) => line.close()));
    this.peer.stop();
    await this.client.close();
    await dropDatabases(this.mongoUrl, this.prefix);
  }

  readOutput(): string {
    const formatSection = (name: string, output: string) => `--- ${name}\n${output}`;
    return [
      ...this.servers.map(({ port, output }) => formatSection(`server ${port}`, output())),
      ...this.projectors.map(({ child, output }) => formatSection(`projector ${child.pid}`, output())),
    ].join('\n');
  }
}

/** Retries a request until its response is as expected. @throws after `ms`, with the last response */
export async function waitUntil<T>(ask: () => Promise<T>, wanted: (response: T) => boolean, ms = 60_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const response = await ask();
    if (wanted(response)) return response;
    if (Date.now() > end) throw new Error(`Timed out; the last response was ${JSON.stringify(response)}`);
    await sleep(25);
  }
}
