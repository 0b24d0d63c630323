import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { withMongo } from './connection.js';
import { isDuplicateKey } from './errors.js';
import { StoreUnavailable } from '../../view-store.js';

/**
 * Each machine checks the expiry with its own clock. With a wrong clock, two processes may work at the same time, or
 * none, but nothing is corrupted because the epoch excludes the earlier process from every page.
 */
export interface Lease {
  readonly epoch: number;
  /** Aborted as soon as another process may have taken over. Later writes then fail with `StaleWriter`. */
  readonly lost: AbortSignal;
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LeaseRecord {
  _id: string;
  holder: string;
  epoch: number;
  expires: number;
}

const id = 'projector';

/**
 * Returns null while another process holds the lease.
 * @param ttlMs the time after which a lease expires unless its holder renews it
 */
export async function acquireLease(db: Db, holder: string, ttlMs: number): Promise<Lease | null> {
  const leases = db.collection<LeaseRecord>('leases');
  const now = Date.now();
  const claim = { $set: { holder, expires: now + ttlMs }, $inc: { epoch: 1 } };
  const record = await withMongo(db.client, () =>
    leases.findOneAndUpdate({ _id: id, expires: { $lte: now } }, claim, { upsert: true, returnDocument: 'after' }),
  ).catch((error: unknown) => {
    if (isDuplicateKey(error)) return null;
    throw error;
  });
  return record && new MongoLease(db, leases, { ...record, _id: id }, ttlMs);
}

export async function isLeaseHeld(db: Db): Promise<boolean> {
  const heldLease = { _id: id, expires: { $gt: Date.now() } };
  return withMongo(db.client, async () => (await db.collection<LeaseRecord>('leases').findOne(heldLease)) !== null);
}

export async function waitForLease(db: Db, holder: string, ttlMs: number, signal: AbortSignal): Promise<Lease | null> {
  while (!signal.aborted) {
    const lease = await acquireLease(db, holder, ttlMs).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    });
    if (lease) return lease;
    await sleep(ttlMs / 3, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

class MongoLease implements Lease {
  readonly #lossController = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #expires: number;

  constructor(
    private readonly db: Db,
    private readonly leases: Collection<LeaseRecord>,
    private readonly record: LeaseRecord,
    private readonly ttlMs: number,
  ) {
    this.#expires = record.expires;
    this.#timer = setInterval(() => void this.#renewUntilLost(), ttlMs / 3);
  }

  get epoch(): number {
    return this.record.epoch;
  }

  get lost(): AbortSignal {
    return this.#lossController.signal;
  }

  async renew(): Promise<boolean> {
    if (this.lost.aborted) return false;
    const expires = Date.now() + this.ttlMs;
    const isHeld = await this.#update(expires);
    if (isHeld) this.#expires = expires;
    else this.#markLost();
    return isHeld && !this.lost.aborted;
  }

  async release(): Promise<void> {
    this.#markLost();
    await this.#update(0);
  }

  async #renewUntilLost(): Promise<void> {
    // If the machine was suspended, another process may take over before this call returns.
    if (Date.now() >= this.#expires) this.#markLost();
    await this.renew().catch(() => undefined); // The renewal is retried until the lease expires.
  }

  async #update(expires: number): Promise<boolean> {
    const { holder, epoch } = this.record;
    const ownLease = { _id: id, holder, epoch };
    const update = () => this.leases.updateOne(ownLease, { $set: { expires } });
    return (await withMongo(this.db.client, update)).matchedCount === 1;
  }

  #markLost(): void {
    clearInterval(this.#timer);
    this.#lossController.abort();
  }
}
