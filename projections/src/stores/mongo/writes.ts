import type { Position } from '@guildhall/event-store/port.js';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { isDuplicateKey } from './errors.js';
import { toStored, type StoredDocument } from './query.js';
import type { DocumentId, ViewWrite } from '../../view-store.js';

/**
 * Writes documents, each only over a stored one of an earlier position, in any order and any number of times.
 *
 * @param afterWrite for tests: called after the n-th document, which are then written one by one; may throw.
 */
export async function writeDocuments(
  db: Db,
  writes: readonly ViewWrite[],
  afterWrite?: (written: number) => void,
): Promise<void> {
  if (!afterWrite) {
    for (const name of new Set(writes.map(({ collection }) => collection))) {
      const some = writes.filter(({ collection }) => collection === name);
      await writeSome(db.collection<StoredDocument>(name), some);
    }
    return;
  }
  afterWrite(0);
  for (const [i, write] of writes.entries()) {
    await writeSome(db.collection<StoredDocument>(write.collection), [write]);
    afterWrite(i + 1);
  }
}

/**
 * Inserts missing documents and replaces those with an earlier position than the write; the condition on the position
 * protects against a concurrent writer. A duplicate key means that another writer has just inserted, so the document is
 * read again.
 */
async function writeSome(
  collection: Collection<StoredDocument>,
  writes: readonly ViewWrite[],
  triesLeft = 5,
): Promise<void> {
  const positions = await storedPositions(collection, writes);
  const operations = writes
    .filter(({ id, pos }) => (positions.get(id) ?? '') < pos)
    .map((write) => (positions.has(write.id) ? replaceEarlier(write) : { insertOne: { document: toStored(write) } }));
  if (operations.length === 0) return;
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error) || triesLeft === 0) throw error;
    await writeSome(collection, writes, triesLeft - 1);
  }
}

function replaceEarlier(write: ViewWrite): AnyBulkWriteOperation<StoredDocument> {
  return { replaceOne: { filter: { _id: write.id, pos: { $lt: write.pos } }, replacement: toStored(write) } };
}

async function storedPositions(
  collection: Collection<StoredDocument>,
  writes: readonly ViewWrite[],
): Promise<Map<DocumentId, Position>> {
  const ids = writes.map(({ id }) => id);
  const stored = await collection.find({ _id: { $in: ids } }, { projection: { pos: 1 }, batchSize: 5_000 }).toArray();
  return new Map(stored.map(({ _id, pos }) => [_id, pos]));
}
