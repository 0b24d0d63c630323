import type { Collection, Db, MongoClient, MongoClientOptions } from 'mongodb';
import { createIndexClient, createMongoClient, withMongo } from './connection.js';
import { isDuplicateKey } from './errors.js';
import { toMongoKey } from './query.js';
import { MongoViewStore, type MongoViewStoreOptions } from './store.js';
import { collectDeclaredFields, type DeclaredFields } from '../view-fields.js';
import { StaleWriter } from '../../view-store.js';
import type { LiveGeneration, OpenGenerationOptions, ViewGenerations, ViewSchema } from '../../view-store.js';

export interface MongoGenerationsOptions extends MongoViewStoreOptions {
  databasePrefix?: string;
  clientOptions?: MongoClientOptions;
}

export interface MongoGenerations extends ViewGenerations {
  /** Contains the pointer to the live generation, and the projector's lease. */
  readonly metaDatabase: Db;
}

/**
 * Uses a database `<prefix>_views_<generation>` for each generation, and `<prefix>_meta`. Connects on the first call.
 */
export async function openMongoGenerations(
  url: string,
  schema: ViewSchema,
  { databasePrefix = 'guildhall', clientOptions, ...options }: MongoGenerationsOptions = {},
): Promise<MongoGenerations> {
  if (!/^[A-Za-z][\w-]{0,39}$/.test(databasePrefix))
    throw new TypeError(`"${databasePrefix}" cannot be part of a database name`);
  const client = createMongoClient(url, clientOptions);
  const builder = createIndexClient(url);
  return new GenerationsOnMongo(client, builder, databasePrefix, schema, collectDeclaredFields(schema), options);
}

class GenerationsOnMongo implements MongoGenerations {
  constructor(
    private readonly client: MongoClient,
    private readonly indexBuilder: MongoClient,
    private readonly prefix: string,
    private readonly schema: ViewSchema,
    private readonly declaredFields: DeclaredFields,
    private readonly options: MongoViewStoreOptions,
  ) {}

  get metaDatabase(): Db {
    return this.client.db(`${this.prefix}_meta`);
  }

  async findLive(): Promise<LiveGeneration | null> {
    const pointer = await this.#run(() => this.#getPointers().findOne({ _id: 'live' }));
    if (!pointer) return null;
    const { log, views, generation, historyId } = pointer;
    return { log, views, generation, historyId };
  }

  async setLive({ log, views, generation, historyId }: LiveGeneration, epoch: number): Promise<void> {
    const live = { log, views, generation, historyId, epoch };
    const unlessLater = { _id: 'live' as const, epoch: { $not: { $gt: epoch } } };
    await this.#run(() => this.#getPointers().replaceOne(unlessLater, live, { upsert: true })).catch(
      (error: unknown) => {
        // The pointer has a later epoch, so the upsert tried to insert a second one.
        throw isDuplicateKey(error) ? new StaleWriter() : error;
      },
    );
  }

  async open(generation: number, { building = false }: OpenGenerationOptions = {}): Promise<MongoViewStore> {
    if (!Number.isSafeInteger(generation) || generation < 1) throw new TypeError(`Invalid generation: ${generation}`);
    const store = new MongoViewStore(generation, this.#database(generation), this.declaredFields, this.options);
    await store.create();
    if (!building) await this.#createIndexes(generation);
    return store;
  }

  onDamaged(): void {}

  async list(): Promise<number[]> {
    const { databases } = await this.#run(() => this.client.db('admin').admin().listDatabases({ nameOnly: true }));
    const ownDatabase = new RegExp(`^${this.prefix}_views_([1-9]\\d*)$`);
    const numbers = databases.map(({ name }) => Number(ownDatabase.exec(name)?.[1]));
    return numbers.filter((number) => number > 0).sort((a, b) => a - b);
  }

  async drop(generation: number): Promise<void> {
    await this.#run(() => this.#database(generation).dropDatabase());
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.indexBuilder.close();
  }

  async #createIndexes(generation: number): Promise<void> {
    const db = this.#database(generation, this.indexBuilder);
    for (const [name, { indexes }] of Object.entries(this.schema)) {
      for (const index of indexes) {
        const key = new Map(index.map((field) => [toMongoKey(field), 1 as const]));
        await withMongo(this.indexBuilder, () => db.collection(name).createIndex(key, {}, {}));
      }
    }
  }

  #database(generation: number, client = this.client): Db {
    return client.db(`${this.prefix}_views_${generation}`);
  }

  #getPointers(): Collection<LiveGeneration & { _id: 'live'; epoch: number }> {
    return this.metaDatabase.collection('pointers');
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return withMongo(this.client, work);
  }
}
