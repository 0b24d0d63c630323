import { MongoServerError } from 'mongodb';
import type { Collections, OnCollections } from './mongo-collections.js';
import type { MemberMark, ReadMarkCalls } from '../read-marks.js';

const duplicateKey = 11_000;

export function mongoReadMarks(on: OnCollections): ReadMarkCalls {
  return {
    markRead: (marks, keptSince) =>
      on(async ({ readMarks }) => {
        if (marks.length === 0) return;
        // Side by side, and not as one bulk, which FerretDB 1.24 ends at the first error.
        await Promise.all([...farthest(marks)].map(([id, mark]) => setMark(readMarks, id, mark)));
        const users = [...new Set(marks.map(({ userId }) => userId))];
        await readMarks.deleteMany({ userId: { $in: users }, at: { $lt: keptSince } });
      }),
    readMarks: (userId, keys) =>
      on(async ({ readMarks }) => {
        const found = await readMarks.find({ _id: { $in: keys.map((key) => `${userId} ${key}`) } }).toArray();
        return found.map(({ key, order, count, at }) => ({ key, order, count, at }));
      }),
  };
}

/** By their ids. */
function farthest(marks: readonly MemberMark[]): Map<string, MemberMark> {
  const byId = new Map<string, MemberMark>();
  for (const mark of marks) {
    const id = `${mark.userId} ${mark.key}`;
    const known = byId.get(id);
    if (!known || known.order < mark.order) byId.set(id, mark);
  }
  return byId;
}

async function setMark(readMarks: Collections['readMarks'], id: string, mark: MemberMark): Promise<void> {
  try {
    await readMarks.updateOne({ _id: id, order: { $lt: mark.order } }, { $set: mark }, { upsert: true });
  } catch (error) {
    // The existing one is as far or farther: nothing was matched, and the id is in use.
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
  }
}
