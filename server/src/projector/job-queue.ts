import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@guildhall/domain/refusals.js';
import { createMongoClient, withMongo } from '@guildhall/projections/stores/mongo/connection.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { MongoServerError, type Collection, type MongoClient } from 'mongodb';
import { viewsVersion } from '@guildhall/projections/views/all-views.js';
import { getViewsPrefix } from '../stores/prefixes.js';
import type { ProjectionsStatus } from './projections-admin.js';

export type JobKind = 'rebuild' | 'verify';

const duplicateKey = 11000;
const maxPolls = 4;
const pollIntervalMs = 150;

export class JobQueue {
  private readonly client: MongoClient;
  private readonly statuses: Collection<{ _id: 'status'; at: Date; status: ProjectionsStatus }>;
  private readonly jobs: Collection<{ _id: 'order'; kind: JobKind }>;

  constructor(mongoUrl: string, version = viewsVersion) {
    this.client = createMongoClient(mongoUrl);
    const db = this.client.db(`${getViewsPrefix(mongoUrl, version)}_meta`);
    this.statuses = db.collection('projector_status');
    this.jobs = db.collection('projector_orders');
  }

  /** `age` is in milliseconds. Returns null if no projector has ever run. */
  async getStatus(): Promise<{ status: ProjectionsStatus; age: number } | null> {
    const note = await this.callMongo(() => this.statuses.findOne({ _id: 'status' }));
    return note && { status: note.status, age: Date.now() - note.at.getTime() };
  }

  async publishStatus(status: ProjectionsStatus): Promise<void> {
    const note = { at: new Date(), status };
    await this.callMongo(() => this.statuses.replaceOne({ _id: 'status' }, note, { upsert: true }));
  }

  async enqueue(kind: JobKind): Promise<void> {
    for (let polls = 1; !(await this.insertJob(kind)); polls++) {
      if (polls === maxPolls) throw new Refusal('conflict', undefined, 'A rebuild or a verification is running.');
      // The previous job may still be in the queue: its outcome is published just before it is removed.
      await sleep(pollIntervalMs);
    }
  }

  async findNextJob(): Promise<JobKind | null> {
    return (await this.callMongo(() => this.jobs.findOne({ _id: 'order' })))?.kind ?? null;
  }

  async completeJob(): Promise<void> {
    await this.callMongo(() => this.jobs.deleteOne({ _id: 'order' }));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private insertJob(kind: JobKind): Promise<boolean> {
    return this.callMongo(() => this.jobs.insertOne({ _id: 'order', kind }).then(returnTrue, isDuplicate));
  }

  private async callMongo<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withMongo(this.client, work);
    } catch (cause) {
      throw new StoreUnavailable("The projector's job queue cannot be reached", { cause });
    }
  }
}

const returnTrue = () => true;

function isDuplicate(error: unknown): boolean {
  if (error instanceof MongoServerError && error.code === duplicateKey) return false;
  throw error;
}
