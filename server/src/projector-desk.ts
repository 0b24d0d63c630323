import { Refusal } from '@guildhall/domain/refusals.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { MongoClient, MongoServerError, type Collection } from 'mongodb';
import type { ProjectionsStatus } from './projections-admin.js';

export type OrderKind = 'rebuild' | 'verify';

const duplicateKey = 11000;

/**
 * Where servers and the projector leave notes for each other in network mode: the projector its status, the servers an
 * order. One order lies there at a time, until it is done. @throws StoreUnavailable from every call
 */
export class ProjectorDesk {
  private readonly client: MongoClient;
  private readonly statuses: Collection<{ _id: 'status'; at: Date; status: ProjectionsStatus }>;
  private readonly orders: Collection<{ _id: 'order'; kind: OrderKind }>;

  constructor(mongoUrl: string) {
    this.client = new MongoClient(mongoUrl, { serverSelectionTimeoutMS: 2_000 });
    const db = this.client.db('guildhall_meta');
    this.statuses = db.collection('projector_status');
    this.orders = db.collection('projector_orders');
  }

  /** @returns the status and how old it is in ms; null before the first projector. */
  async status(): Promise<{ status: ProjectionsStatus; age: number } | null> {
    const note = await reached(this.statuses.findOne({ _id: 'status' }));
    return note && { status: note.status, age: Date.now() - note.at.getTime() };
  }

  async tell(status: ProjectionsStatus): Promise<void> {
    await reached(this.statuses.replaceOne({ _id: 'status' }, { at: new Date(), status }, { upsert: true }));
  }

  /** @throws Refusal when an order lies there already. */
  async order(kind: OrderKind): Promise<void> {
    try {
      await this.orders.insertOne({ _id: 'order', kind });
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw unavailable(error);
      throw new Refusal('conflict', undefined, 'A rebuild or a verification is running.');
    }
  }

  async nextOrder(): Promise<OrderKind | null> {
    return (await reached(this.orders.findOne({ _id: 'order' })))?.kind ?? null;
  }

  async orderDone(): Promise<void> {
    await reached(this.orders.deleteOne({ _id: 'order' }));
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw unavailable(error);
  });
}

const unavailable = (cause: unknown) => new StoreUnavailable('The notes of the projector cannot be reached', { cause });
