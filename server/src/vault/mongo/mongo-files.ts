import { Binary, MongoServerError } from 'mongodb';
import { installationId, type FileCalls, type FileStore, type OwnedFile } from '../files.js';
import type { FileDocument, OnCollections } from './mongo-collections.js';

export function mongoFiles(on: OnCollections): FileCalls {
  const find = (filter: object, limit = 0) =>
    on(async ({ files }) => (await files.find(filter).sort({ _id: 1 }).limit(limit).toArray()).map(fileOf));
  return {
    saveFile: ({ id, ownerId, savedAt, salt, ...file }) =>
      on(async ({ files }) => {
        const first = { ...file, ownerId: ownerId ?? installationId, salt: new Binary(salt) };
        const update = { $set: { savedAt }, $setOnInsert: first };
        const options = { upsert: true, returnDocument: 'after' } as const;
        const saved = await retryUpsert(() => files.findOneAndUpdate({ _id: id }, update, options));
        if (!saved) throw new Error(`the file ${id} was not saved`);
        return fileOf(saved);
      }),
    filesBy: (field, value) => find({ [field === 'id' ? '_id' : field]: value ?? installationId }),
    files: (afterId, limit) => find({ _id: { $gt: afterId } }, limit),
    removeFile: ({ id, savedAt }) =>
      on(async ({ files }) => (await files.deleteOne({ _id: id, savedAt })).deletedCount > 0),
    fileStore: mongoFileStore(on),
  };
}

function mongoFileStore(on: OnCollections): FileStore {
  return {
    put: (name, bytes) =>
      on(async ({ fileBytes }) => {
        const document = { bytes: new Binary(bytes) };
        await retryUpsert(() => fileBytes.replaceOne({ _id: name }, document, { upsert: true }));
      }),
    get: (name) =>
      on(async ({ fileBytes }) => {
        const found = await fileBytes.findOne({ _id: name });
        return found && new Uint8Array(found.bytes.value());
      }),
    has: (name) => on(async ({ fileBytes }) => (await fileBytes.countDocuments({ _id: name })) > 0),
    remove: (name) => on(async ({ fileBytes }) => void (await fileBytes.deleteOne({ _id: name }))),
    list: (prefix, after, limit) =>
      on(async ({ fileBytes }) => {
        const filter = { _id: { $gt: after > prefix ? after : prefix, $lt: `${prefix}~` } };
        const found = fileBytes
          .find(filter, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .limit(limit);
        return (await found.toArray()).map(({ _id }) => _id);
      }),
  };
}

const duplicateKey = 11000;

/** Two upserts at the same time may both try to insert: the one that fails finds the document at its next attempt. */
async function retryUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === duplicateKey) return upsert();
    throw error;
  }
}

const fileOf = ({ _id, ownerId, salt, ...file }: FileDocument): OwnedFile => ({
  ...{ id: _id, ...file },
  ownerId: ownerId === installationId ? null : ownerId,
  salt: new Uint8Array(salt.value()),
});
