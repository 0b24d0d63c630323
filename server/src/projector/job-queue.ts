import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@guildhall/domain/refusals.js';
import { mongoClient, withMongo } from '@guildhall/projections/stores/mongo/connection.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { MongoServerError, type Collection, type MongoClient } from 'mongodb';
import { databasePrefix } from '../stores/database-prefix.js';
import type { ProjectionsStatus } from './projections-admin.js';

export type OrderKind = 'rebuild' | 'verify';

const duplicateKey = 11000;
const mostLooks = 4;
const lookAgain = 150; // ms

/**
 * Where servers and the projector leave notes for each other in network mode: the projector its status, the servers an
 * order. One order lies there at a time, until it is done. @throws StoreUnavailable from every call
 */
export class ProjectorDesk {
  private readonly client: MongoClient;
  private readonly statuses: Collection<{ _id: 'status'; at: Date; status: ProjectionsStatus }>;
  private readonly orders: Collection<{ _id: 'order'; kind: OrderKind }>;

  constructor(mongoUrl: string) {
    this.client = mongoClient(mongoUrl);
    const db = this.client.db(`${databasePrefix(mongoUrl)}_meta`);
    this.statuses = db.collection('projector_status');
    this.orders = db.collection('projector_orders');
  }

  /** @returns the status and how old it is in ms; null before the first projector. */
  async status(): Promise<{ status: ProjectionsStatus; age: number } | null> {
    const note = await this.reached(() => this.statuses.findOne({ _id: 'status' }));
    return note && { status: note.status, age: Date.now() - note.at.getTime() };
  }

  async tell(status: ProjectionsStatus): Promise<void> {
    const note = { at: new Date(), status };
    await this.reached(() => this.statuses.replaceOne({ _id: 'status' }, note, { upsert: true }));
  }

  /** @throws Refusal when an order lies there already. */
  async order(kind: OrderKind): Promise<void> {
    for (let looks = 1; !(await this.lay(kind)); looks++) {
      if (looks === mostLooks) throw new Refusal('conflict', undefined, 'A rebuild or a verification is running.');
      await sleep(lookAgain); // the outcome of the one before is told a moment before its order is gone
    }
  }

  async nextOrder(): Promise<OrderKind | null> {
    return (await this.reached(() => this.orders.findOne({ _id: 'order' })))?.kind ?? null;
  }

  async orderDone(): Promise<void> {
    await this.reached(() => this.orders.deleteOne({ _id: 'order' }));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private lay(kind: OrderKind): Promise<boolean> {
    return this.reached(() => this.orders.insertOne({ _id: 'order', kind }).then(noneThere, isThere));
  }

  private async reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withMongo(this.client, work);
    } catch (cause) {
      throw new StoreUnavailable('The notes of the projector cannot be reached', { cause });
    }
  }
}

const noneThere = () => true;

function isThere(error: unknown): boolean {
  if (error instanceof MongoServerError && error.code === duplicateKey) return false;
  throw error;
}
