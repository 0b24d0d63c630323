import type { Position } from '@guildhall/event-store/port.js';
import { type AnyBulkWriteOperation, type Collection, type Db } from 'mongodb';
import { isDuplicateKey } from './errors.js';
import { toStored, type StoredDocument } from './query.js';
import type { DocumentId, ViewWrite } from '../../view-store.js';

/**
 * Overwrites only documents from an earlier position, so repeats are harmless. When this rejects, no write is still in
 * progress.
 */
export async function writeDocuments(
  db: Db,
  writes: readonly ViewWrite[],
  afterWrite?: (writtenCount: number) => void,
): Promise<void> {
  if (!afterWrite) return writeInParallel(db, writes);
  afterWrite(0);
  for (const [i, write] of writes.entries()) {
    await writeInParallel(db, [write]);
    afterWrite(i + 1);
  }
}

/** A server may hold a connection for each update until the command ends. */
const maxUpdatesInProgress = 50;

async function writeInParallel(db: Db, writes: readonly ViewWrite[]): Promise<void> {
  for (const commands of splitIntoWaves(writes)) {
    const results = await Promise.allSettled(commands.map((slice) => writeAtOnce(db, slice)));
    for (const outcome of results) if (outcome.status === 'rejected') throw outcome.reason as Error;
  }
}

function splitIntoWaves(writes: readonly ViewWrite[]): ViewWrite[][][] {
  const [updates = [], ...otherSlices] = splitIntoSlices(writes.filter((write) => !isNew(write)));
  return [
    [...groupByCollection(writes.filter(isNew)), ...groupByCollection(updates)],
    ...otherSlices.map(groupByCollection),
  ];
}

function groupByCollection(writes: readonly ViewWrite[]): ViewWrite[][] {
  const collections = new Map<string, ViewWrite[]>();
  for (const write of writes) {
    const collectionWrites = collections.get(write.collection);
    if (collectionWrites) collectionWrites.push(write);
    else collections.set(write.collection, [write]);
  }
  return [...collections.values()];
}

function splitIntoSlices<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / maxUpdatesInProgress);
  return Array.from({ length: count }, (_, i) => list.slice(i * maxUpdatesInProgress, (i + 1) * maxUpdatesInProgress));
}

/** A view reads what it changes, so a document that the writer has not read is almost never in the store. */
const isNew = ({ stored }: ViewWrite): boolean => !stored;

/** The server may stop a bulk write at a document that already exists, so later documents may be missing. */
async function writeAtOnce(db: Db, writes: readonly ViewWrite[]): Promise<void> {
  const collection = db.collection<StoredDocument>(writes[0]?.collection ?? '');
  const operations = writes.map((write) => (isNew(write) ? insert(write) : replaceEarlier(write)));
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await writeAfterReading(db, writes);
  }
}

/** The condition on the position guards against concurrent writers: a conflict shows up as a duplicate key. */
async function writeAfterReading(db: Db, writes: readonly ViewWrite[], triesLeft = 5): Promise<void> {
  const collection = db.collection<StoredDocument>(writes[0]?.collection ?? '');
  const positions = await readStoredPositions(collection, writes);
  const operations = writes
    .filter(({ id, pos }) => (positions.get(id) ?? '') < pos)
    .map((write) => (positions.has(write.id) ? replaceEarlier(write) : insert(write)));
  try {
    for (const slice of splitIntoSlices(operations)) await collection.bulkWrite(slice, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error) || triesLeft === 0) throw error;
    await writeAfterReading(db, writes, triesLeft - 1);
  }
}

const insert = (write: ViewWrite): AnyBulkWriteOperation<StoredDocument> => ({
  insertOne: { document: toStored(write) },
});

/** A stored document from the write's position or later causes a duplicate key. */
function replaceEarlier(write: ViewWrite): AnyBulkWriteOperation<StoredDocument> {
  const filter = { _id: write.id, pos: { $lt: write.pos } };
  return { replaceOne: { filter, replacement: toStored(write), upsert: true } };
}

async function readStoredPositions(
  collection: Collection<StoredDocument>,
  writes: readonly ViewWrite[],
): Promise<Map<DocumentId, Position>> {
  const ids = writes.map(({ id }) => id);
  const storedDocuments = await collection
    .find({ _id: { $in: ids } }, { projection: { pos: 1 }, batchSize: 5_000 })
    .toArray();
  return new Map(storedDocuments.map(({ _id, pos }) => [_id, pos]));
}
