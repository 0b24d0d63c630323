import type { EventLog } from '@guildhall/event-store/port.js';
import { findUsableHistoryId } from '@guildhall/projections/rebuild/live-generation.js';
import { createMongoClient, withMongo } from '@guildhall/projections/stores/mongo/connection.js';
import { openMongoGenerations } from '@guildhall/projections/stores/mongo/generations.js';
import { acquireLease, isLeaseHeld } from '@guildhall/projections/stores/mongo/lease.js';
import type { MongoClient } from 'mongodb';
import { buildDatabasePrefix, getViewsPrefix } from '../stores/prefixes.js';
import { JobQueue } from './job-queue.js';

/** Until an abandoned version is removed, downgrading to it requires no rebuild. */
export const abandonedAfterMs = 86_400_000;
const removalLeaseMs = 60_000;

/** Each version has its own databases, which only its projectors write and only its servers read. */
export class OtherVersions {
  private readonly client: MongoClient;

  constructor(
    private readonly mongoUrl: string,
    private readonly own: number,
  ) {
    this.client = createMongoClient(mongoUrl);
  }

  async list(): Promise<number[]> {
    const listDatabases = () => this.client.db('admin').admin().listDatabases({ nameOnly: true });
    const { databases } = await withMongo(this.client, listDatabases);
    const databasePattern = new RegExp(`^${buildDatabasePrefix(this.mongoUrl)}_v([1-9]\\d*)_(meta|views_\\d+)$`);
    const versions = new Set(databases.map(({ name }) => Number(databasePattern.exec(name)?.[1])));
    return [...versions].filter((version) => version > 0 && version !== this.own).sort((a, b) => b - a);
  }

  async findNewerAtWork(): Promise<number | null> {
    for (const version of await this.list()) {
      if (version > this.own && (await isLeaseHeld(this.openMeta(version)))) return version;
    }
    return null;
  }

  async findHistory(log: Pick<EventLog, 'readStream'>, logId: string): Promise<string | null> {
    for (const version of await this.list()) {
      const databases = { databasePrefix: getViewsPrefix(this.mongoUrl, version) };
      const generations = await openMongoGenerations(this.mongoUrl, {}, databases);
      const versionHistory = await findUsableHistoryId(generations, { log, logId }).finally(() => generations.close());
      if (versionHistory !== null) return versionHistory;
    }
    return null;
  }

  async removeAbandoned(): Promise<number[]> {
    const removedVersions: number[] = [];
    for (const version of await this.list()) {
      if ((await this.isAbandoned(version)) && (await this.remove(version))) removedVersions.push(version);
    }
    return removedVersions;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async isAbandoned(version: number): Promise<boolean> {
    if (await isLeaseHeld(this.openMeta(version))) return false;
    const queue = new JobQueue(this.mongoUrl, version);
    const status = await queue.getStatus().finally(() => queue.close());
    return status === null || status.age > abandonedAfterMs;
  }

  private async remove(version: number): Promise<boolean> {
    const meta = this.openMeta(version);
    const lease = await acquireLease(meta, 'removal', removalLeaseMs);
    if (!lease) return false;
    const databases = { databasePrefix: getViewsPrefix(this.mongoUrl, version) };
    const generations = await openMongoGenerations(this.mongoUrl, {}, databases);
    try {
      for (const generation of await generations.list()) await generations.drop(generation);
    } finally {
      await generations.close();
      await lease.release();
    }
    await withMongo(this.client, () => meta.dropDatabase());
    return true;
  }

  private openMeta(version: number) {
    return this.client.db(`${getViewsPrefix(this.mongoUrl, version)}_meta`);
  }
}
