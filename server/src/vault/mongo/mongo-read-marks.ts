import { MongoServerError } from 'mongodb';
import type { OnCollections } from './mongo-collections.js';
import type { ReadMarkCalls } from '../read-marks.js';

const duplicateKey = 11_000;

export function mongoReadMarks(on: OnCollections): ReadMarkCalls {
  return {
    markRead: (userId, mark, keptSince) =>
      on(async ({ readMarks }) => {
        const _id = `${userId} ${mark.key}`;
        try {
          await readMarks.updateOne(
            { _id, order: { $lt: mark.order } },
            { $set: { userId, ...mark } },
            { upsert: true },
          );
        } catch (error) {
          // The existing one is as far or farther: nothing was matched, and the id is in use.
          if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
        }
        await readMarks.deleteMany({ userId, at: { $lt: keptSince } });
      }),
    readMarks: (userId, keys) =>
      on(async ({ readMarks }) => {
        const found = await readMarks.find({ _id: { $in: keys.map((key) => `${userId} ${key}`) } }).toArray();
        return found.map(({ key, order, count, at }) => ({ key, order, count, at }));
      }),
  };
}
