import { randomUUID } from 'node:crypto';
import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Collection, Db, Document } from 'mongodb';
import { withMongo } from './connection.js';
import { withoutMongoId, toMongoFilter, toMongoSort, type StoredDocument } from './query.js';
import { MongoRedo, type BegunPage } from './redo.js';
import { writeDocuments } from './writes.js';
import { checkFields, checkQuery, getFields, type DeclaredFields } from '../view-fields.js';
import type { DocumentId, Filter, FindOptions, Scalar, ViewDocument, ViewPage, ViewStore } from '../../view-store.js';

export interface MongoViewStoreOptions {
  /** A hook for tests, called when the redo record is stored (0) and after the nth document. May throw. */
  afterWrite?: ((writtenCount: number) => void) | undefined;
}

const batchSize = 500;

/** `redo.ts` explains how a page is written. While it is being written, readers may see only some of its documents. */
export class MongoViewStore implements ViewStore {
  readonly pageBytes = 4 * 2 ** 20; // A page is one redo record of at most 16 MiB.
  readonly #redo: MongoRedo;
  #recovered: number | null = null;

  constructor(
    readonly generation: number,
    private readonly db: Db,
    private readonly declaredFields: DeclaredFields,
    private readonly options: MongoViewStoreOptions,
  ) {
    this.#redo = new MongoRedo(db);
  }

  async create(): Promise<void> {
    await this.#run(() => this.#redo.create());
  }

  async find<T extends ViewDocument>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]> {
    checkQuery(this.declaredFields, collection, filter, options);
    return this.#find<T>(collection, filter, withoutMongoId, options);
  }

  async findFields<F extends string>(
    collection: string,
    fields: readonly F[],
    filter: Filter,
    options?: FindOptions,
  ): Promise<Record<F, Scalar>[]> {
    checkQuery(this.declaredFields, collection, filter, options);
    checkFields(this.declaredFields, collection, fields);
    const projection = { ...withoutMongoId, ...Object.fromEntries(fields.map((field) => [field, 1])) };
    const rows = await this.#find<Partial<Record<F, Scalar>>>(collection, filter, projection, options);
    const readScalars = (row: Partial<Record<F, Scalar>>) =>
      fields.map((field) => [field, row[field] ?? null] as const);
    return rows.map((row) => Object.fromEntries(readScalars(row)) as Record<F, Scalar>);
  }

  #find<T>(collection: string, filter: Filter, projection: Document, { sort, limit }: FindOptions = {}): Promise<T[]> {
    return this.#run(() => {
      const cursor = this.#documents(collection).find<T & Document>(toMongoFilter(filter), { projection });
      if (sort) cursor.sort(toMongoSort(sort));
      if (limit !== undefined) cursor.limit(limit);
      return cursor.batchSize(limit ?? 1_000).toArray();
    });
  }

  async getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]> {
    getFields(this.declaredFields, collection);
    return ids.length === 0 ? [] : this.#find<T>(collection, { id: { $in: ids } }, withoutMongoId);
  }

  async count(collection: string, filter: Filter): Promise<number> {
    checkQuery(this.declaredFields, collection, filter);
    return this.#run(() => this.#documents(collection).countDocuments(toMongoFilter(filter)));
  }

  async *scan<T extends ViewDocument>(collection: string): AsyncGenerator<T[]> {
    getFields(this.declaredFields, collection);
    const options = { projection: withoutMongoId, sort: { _id: 1 }, batchSize } as const;
    const cursor = this.#documents(collection).find<T & Document>({}, options);
    try {
      while (await this.#run(() => cursor.hasNext())) yield cursor.readBufferedDocuments();
    } finally {
      await cursor.close();
    }
  }

  async readCheckpoint(): Promise<Position> {
    return this.#run(() => this.#redo.readCheckpoint());
  }

  async readLastEvent(): Promise<EventReference | null> {
    return this.#run(() => this.#redo.readLastEvent());
  }

  async apply(page: ViewPage): Promise<void> {
    if (this.#recovered !== page.epoch) await this.recover(page.epoch);
    this.#recovered = null;
    const begunPage = await this.#run(() => this.#redo.begin(page, randomUUID()));
    if (begunPage) await this.#complete(begunPage);
    this.#recovered = page.epoch;
  }

  async recover(epoch: number): Promise<void> {
    this.#recovered = null;
    const halfWrittenPage = await this.#run(() => this.#redo.claim(epoch));
    if (halfWrittenPage) await this.#complete(halfWrittenPage);
    this.#recovered = epoch;
  }

  async #complete(page: BegunPage): Promise<void> {
    await this.#run(() => writeDocuments(this.db, page.writes, this.options.afterWrite));
    await this.#run(() => this.#redo.finish(page));
  }

  async prune(collection: string, below: Position): Promise<void> {
    getFields(this.declaredFields, collection);
    await this.#run(() => this.#documents(collection).deleteMany({ _id: { $lt: below } }));
  }

  async getMeta<T>(key: string): Promise<T | null> {
    const metaRecord = await this.#run(() => this.#meta().findOne({ _id: key }));
    return metaRecord ? (JSON.parse(metaRecord.json) as T) : null;
  }

  /** Stored as JSON text because keys may contain dots. */
  async setMeta(key: string, value: unknown): Promise<void> {
    const json = JSON.stringify(value ?? null);
    await this.#run(() => this.#meta().updateOne({ _id: key }, { $set: { json } }, { upsert: true }));
  }

  async close(): Promise<void> {
    this.#recovered = null;
  }

  #documents(collection: string): Collection<StoredDocument> {
    return this.db.collection(collection);
  }

  #meta(): Collection<{ _id: string; json: string }> {
    return this.db.collection('_meta');
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return withMongo(this.db.client, work);
  }
}
