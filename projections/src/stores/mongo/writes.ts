import type { Position } from '@guildhall/event-store/port.js';
import { BSON, type AnyBulkWriteOperation, type Collection, type Db } from 'mongodb';
import { isDuplicateKey } from './errors.js';
import { toStored, type StoredDocument } from './query.js';
import type { DocumentId, ViewWrite } from '../../view-store.js';

const maxDocumentBytes = 16 * 1024 * 1024;

/**
 * Writes documents, each only over a stored one of an earlier position, in any order and any number of times. All
 * collections are written side by side; none is in progress any more when this rejects.
 *
 * @param afterWrite for tests: called after the n-th document, which are then written one by one; may throw.
 */
export async function writeDocuments(
  db: Db,
  writes: readonly ViewWrite[],
  afterWrite?: (written: number) => void,
): Promise<void> {
  if (!afterWrite) return writeSideBySide(db, writes);
  afterWrite(0);
  for (const [i, write] of writes.entries()) {
    await writeSideBySide(db, [write]);
    afterWrite(i + 1);
  }
}

/** A page without a redo record cannot be taken back: so what MongoDB would refuse is refused before it begins. */
export function refuseUnstorable(writes: readonly ViewWrite[]): void {
  for (const write of writes) {
    const { length } = BSON.serialize(toStored(write), { ignoreUndefined: true });
    if (length > maxDocumentBytes) throw new RangeError(`${write.collection} ${write.id} takes ${length} bytes`);
  }
}

async function writeSideBySide(db: Db, writes: readonly ViewWrite[]): Promise<void> {
  const commands = new Map<string, ViewWrite[]>();
  for (const write of writes) {
    const command = `${isNew(write) ? 'insert' : 'update'} ${write.collection}`;
    const together = commands.get(command);
    if (together) together.push(write);
    else commands.set(command, [write]);
  }
  const written = [...commands.values()].map((some) => writeSome(db, some));
  const failed = (await Promise.allSettled(written)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason as Error;
}

/** What no view has read before it wrote it is hardly ever in the store: the lines of an event, a new reply. */
const isNew = ({ stored }: ViewWrite): boolean => !stored;

/** All inserted, or all written over what the store has. The documents are of one collection. */
async function writeSome(db: Db, writes: readonly ViewWrite[]): Promise<void> {
  const collection = db.collection<StoredDocument>(writes[0]?.collection ?? '');
  const operations = writes.map((write) => (isNew(write) ? insert(write) : replaceEarlier(write)));
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    // One was not new, or exists at the write's position or later. FerretDB ends a bulk at the first of them.
    if (!isDuplicateKey(error)) throw error;
    await writeAfterReading(collection, writes);
  }
}

/**
 * Inserts missing documents and replaces those with an earlier position than the write; the condition on the position
 * protects against a concurrent writer. A duplicate key means that another writer has just inserted, so the document is
 * read again.
 */
async function writeAfterReading(
  collection: Collection<StoredDocument>,
  writes: readonly ViewWrite[],
  triesLeft = 5,
): Promise<void> {
  const positions = await storedPositions(collection, writes);
  const operations = writes
    .filter(({ id, pos }) => (positions.get(id) ?? '') < pos)
    .map((write) => (positions.has(write.id) ? replaceEarlier(write) : insert(write)));
  if (operations.length === 0) return;
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error) || triesLeft === 0) throw error;
    await writeAfterReading(collection, writes, triesLeft - 1);
  }
}

const insert = (write: ViewWrite): AnyBulkWriteOperation<StoredDocument> => ({
  insertOne: { document: toStored(write) },
});

/** A missing document is inserted, so that one of the write's position or later is a duplicate key. */
function replaceEarlier(write: ViewWrite): AnyBulkWriteOperation<StoredDocument> {
  const filter = { _id: write.id, pos: { $lt: write.pos } };
  return { replaceOne: { filter, replacement: toStored(write), upsert: true } };
}

async function storedPositions(
  collection: Collection<StoredDocument>,
  writes: readonly ViewWrite[],
): Promise<Map<DocumentId, Position>> {
  const ids = writes.map(({ id }) => id);
  const stored = await collection.find({ _id: { $in: ids } }, { projection: { pos: 1 }, batchSize: 5_000 }).toArray();
  return new Map(stored.map(({ _id, pos }) => [_id, pos]));
}
