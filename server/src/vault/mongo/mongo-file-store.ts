import { Binary, type Db } from 'mongodb';
import type { FileStore } from '../files.js';
import { retryUpsert, type OnDatabase } from './mongo-documents.js';

const getFileBytes = (db: Db) => db.collection<{ _id: string; bytes: Binary }>('fileBytes');

export function createMongoFileStore(on: OnDatabase): FileStore {
  return {
    put: (name, bytes) =>
      on(async (db) => {
        const document = { bytes: new Binary(bytes) };
        await retryUpsert(() => getFileBytes(db).replaceOne({ _id: name }, document, { upsert: true }));
      }),
    get: (name) =>
      on(async (db) => {
        const file = await getFileBytes(db).findOne({ _id: name });
        return file && new Uint8Array(file.bytes.value());
      }),
    has: (name) => on(async (db) => (await getFileBytes(db).countDocuments({ _id: name })) > 0),
    remove: (name) => on(async (db) => void (await getFileBytes(db).deleteOne({ _id: name }))),
    list: (prefix, after, limit) =>
      on(async (db) => {
        const filter = { _id: { $gt: after > prefix ? after : prefix, $lt: `${prefix}~` } };
        const documents = getFileBytes(db)
          .find(filter, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .limit(limit);
        return (await documents.toArray()).map(({ _id }) => _id);
      }),
  };
}
