import { MongoServerError, type AnyBulkWriteOperation, type Collection, type Db, type Document } from 'mongodb';
import { Limiter } from '../../process/limiter.js';
import {
  collectionIndexes,
  listConditions,
  type Documents,
  type Filter,
  type FindOptions,
  type GroupSum,
  type VaultDocuments,
} from '../documents.js';
import { VaultUnavailable } from '../vault.js';

export type OnDatabase = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** A write succeeds only if the document still has the revision that was read. Otherwise, the change is retried. */
type MongoDocument = { _id: string | number; revision: number } & Record<string, unknown>;

const duplicateKey = 11_000;
const maxEditAttempts = 20;

export class MongoDocuments<Name extends keyof VaultDocuments, D extends VaultDocuments[Name]> implements Documents<D> {
  private readonly unique: readonly (keyof D & string)[];
  // Serialises writes on this server. Between servers, the revision decides.
  private readonly perDocument = new Limiter({ running: 1 });

  constructor(
    private readonly on: OnDatabase,
    private readonly name: Name,
  ) {
    this.unique = collectionIndexes[name].unique ?? [];
  }

  get(id: D['id']): Promise<D | null> {
    return this.on(async (db) => {
      const storedDocument = await this.getCollection(db).findOne({ _id: id });
      return storedDocument && read<D>(storedDocument);
    });
  }

  find(filter: Filter<D>, { orderBy, newestFirst, limit = 0 }: FindOptions<D> = {}) {
    return this.on(async (db) => {
      const direction = newestFirst ? -1 : 1;
      const order: Record<string, 1 | -1> = { ...(orderBy && { [orderBy]: direction }), _id: direction };
      const cursor = this.getCollection(db).find(toMongoFilter(filter)).sort(order).limit(limit);
      return (await cursor.toArray()).map((document) => read<D>(document));
    });
  }

  count(filter: Filter<D>): Promise<number> {
    return this.on((db) => this.getCollection(db).countDocuments(toMongoFilter(filter)));
  }

  put(document: D): Promise<void> {
    return this.on(async (db) => {
      const replacement = toStoredDocument(document, 1);
      await retryUpsert(() => this.getCollection(db).replaceOne({ _id: document.id }, replacement, { upsert: true }));
    });
  }

  insert(document: D): Promise<(keyof D & string) | null> {
    return this.on(async (db) => {
      try {
        await this.getCollection(db).insertOne(toStoredDocument(document, 1));
        return null;
      } catch (error) {
        if (!(error instanceof MongoServerError && error.code === duplicateKey)) throw error;
        if (await this.getCollection(db).findOne({ _id: document.id }, { projection: { _id: 1 } })) return 'id';
        const conflict = await this.findTaken(db, document);
        if (conflict === null) throw error;
        return conflict;
      }
    });
  }

  edit(id: D['id'], change: (storedDocument: D) => D | null) {
    return this.perDocument.run(() => this.on((db) => this.replace(db, id, change)), id);
  }

  insertOrRaise(documents: readonly D[], field: keyof D & string): Promise<void> {
    return this.on((db) =>
      upsertAll(
        this.getCollection(db),
        documents.map(({ id: _id, ...document }): AnyBulkWriteOperation<MongoDocument> => {
          const { [field]: raisedValue, ...fields } = document as Record<string, unknown>;
          const update: Document = { $setOnInsert: fields, $max: { [field]: raisedValue }, $inc: { revision: 1 } };
          return { updateOne: { filter: { _id }, update, upsert: true } };
        }),
      ),
    );
  }

  remove(filter: Filter<D>): Promise<number> {
    return this.on(async (db) => (await this.getCollection(db).deleteMany(toMongoFilter(filter))).deletedCount);
  }

  computeSums(filter: Filter<D>, field: keyof D & string, groupBy: keyof D & string): Promise<GroupSum[]> {
    return this.on(async (db) => {
      const stages = [
        { $match: toMongoFilter(filter) },
        { $group: { _id: `$${groupBy}`, sum: { $sum: `$${field}` } } },
        { $sort: { sum: -1, _id: 1 } },
      ];
      const sums = this.getCollection(db).aggregate<{ _id: GroupSum['group']; sum: number }>(stages);
      return (await sums.toArray()).map(({ _id: group, sum }) => ({ group, sum }));
    });
  }

  private async replace(db: Db, id: D['id'], change: (storedDocument: D) => D | null) {
    for (let attempt = 0; attempt < maxEditAttempts; attempt++) {
      const storedDocument = await this.getCollection(db).findOne({ _id: id });
      if (!storedDocument) return 'missing';
      const document = change(read<D>(storedDocument));
      if (!document) return 'unchanged';
      const { revision } = storedDocument;
      try {
        const result = await this.getCollection(db).replaceOne(
          { _id: id, revision },
          toStoredDocument(document, revision + 1),
        );
        if (result.matchedCount === 1) return 'changed';
      } catch (error) {
        // Servers that implement the protocol report different codes for a duplicate value.
        const conflict = error instanceof MongoServerError ? await this.findTaken(db, document) : null;
        if (conflict === null) throw error;
        return conflict;
      }
    }
    throw new VaultUnavailable(`Too many concurrent changes in ${this.name}: ${id}`);
  }

  private async findTaken(db: Db, document: D): Promise<(keyof D & string) | null> {
    for (const field of this.unique) {
      const otherDocuments = toMongoFilter({ [field]: document[field], id: { ne: document.id } });
      if (await this.getCollection(db).findOne(otherDocuments, { projection: { _id: 1 } })) return field;
    }
    return null;
  }

  private getCollection(db: Db): Collection<MongoDocument> {
    return db.collection<MongoDocument>(this.name);
  }
}

/** Two concurrent upserts may both try to insert. The one that fails finds the document when retried. */
export async function retryUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === duplicateKey) return upsert();
    throw error;
  }
}

/** FerretDB 1.24 uses a connection per update until the command ends, and hangs when all 100 are in use. */
const maxUpdatesInCommand = 50;

/**
 * The commands run one after the other because a thousand concurrent updates would occupy the connections of other
 * calls.
 */
export async function upsertAll<T extends Document>(
  collection: Collection<T>,
  updates: readonly AnyBulkWriteOperation<T>[],
): Promise<void> {
  for (let from = 0; from < updates.length; from += maxUpdatesInCommand)
    await upsertSome(collection, updates.slice(from, from + maxUpdatesInCommand));
}

async function upsertSome<T extends Document>(
  collection: Collection<T>,
  updates: readonly AnyBulkWriteOperation<T>[],
  triesLeft = updates.length,
): Promise<void> {
  try {
    await collection.bulkWrite(updates, { ordered: false });
  } catch (error) {
    // Another server has just inserted one of these documents, so retry. FerretDB 1.24 stops at the first error.
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey || triesLeft === 0) throw error;
    await upsertSome(collection, updates, triesLeft - 1);
  }
}

function read<D>({ _id, revision: _, ...fields }: MongoDocument): D {
  return { id: _id, ...fields } as D;
}

function toStoredDocument({ id: _id, ...fields }: { id: string | number }, revision: number): MongoDocument {
  return { ...fields, _id, revision };
}

function toMongoFilter(filter: object): Record<string, Record<string, unknown>> {
  const mongoFilter: Record<string, Record<string, unknown>> = {};
  for (const { field, operator, value } of listConditions(filter)) {
    const name = field === 'id' ? '_id' : field;
    mongoFilter[name] = { ...mongoFilter[name], [`$${operator}`]: value };
  }
  return mongoFilter;
}
