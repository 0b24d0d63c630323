import { MongoServerError } from 'mongodb';
import type { ReactionCalls } from '../reactions.js';
import type { OnCollections } from './mongo-collections.js';

const duplicateKey = 11000;

export function mongoReactions(on: OnCollections): ReactionCalls {
  return {
    reactions: () =>
      on(async ({ reactions }) => {
        const documents = await reactions.find({}).sort({ _id: 1 }).toArray();
        return documents.map(({ record }) => record);
      }),
    saveReaction: (record) =>
      on(async ({ reactions }) => {
        const { name, version } = record;
        try {
          if (version === 1) return (await reactions.insertOne({ _id: name, version, record })).acknowledged;
        } catch (error) {
          if (error instanceof MongoServerError && error.code === duplicateKey) return false;
          throw error;
        }
        const filter = { _id: name, version: version - 1 };
        return (await reactions.updateOne(filter, { $set: { version, record } })).modifiedCount > 0;
      }),
  };
}
