import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { MemberMark, ReadMark, ReadMarkCalls } from '../read-marks.js';
import { upsertAll, type OnDatabase } from './mongo-documents.js';

type ReadMarkDocument = ReadMark & { _id: string; userId: number };

const pruneEveryMs = 3_600_000;
const maxPrunesRemembered = 10_000;

const getReadMarks = (db: Db) => db.collection<ReadMarkDocument>('readMarks');

export function createMongoReadMarks(on: OnDatabase): ReadMarkCalls {
  const prunedTo = new Map<number, number>();
  return {
    markRead: (marks, keptSince) =>
      on(async (db) => {
        const readMarks = getReadMarks(db);
        const updates = mergeMarks(marks).map(buildUpdate);
        await upsertAll(readMarks, updates);
        const dueUsers = selectDueForPruning(prunedTo, marks, Date.parse(keptSince));
        if (dueUsers.length === 0) return;
        await readMarks.deleteMany({ userId: { $in: dueUsers }, at: { $lt: keptSince } });
        if (prunedTo.size > maxPrunesRemembered) prunedTo.clear();
        for (const userId of dueUsers) prunedTo.set(userId, Date.parse(keptSince));
      }),
    readMarks: async (userId, keys) => {
      const ids = keys.map((key) => `${userId} ${key}`);
      const documents = await on((db) =>
        getReadMarks(db)
          .find({ _id: { $in: ids } })
          .toArray(),
      );
      return documents.map(({ key, order, count, at }) => ({ key, order, count, at }));
    },
  };
}

const buildId = ({ userId, key }: MemberMark): string => `${userId} ${key}`;

/** Returns one mark per id because two updates of the same document in one command would write it twice. */
function mergeMarks(marks: readonly MemberMark[]): MemberMark[] {
  const byId = new Map<string, MemberMark>();
  for (const mark of marks) {
    const otherMark = byId.get(buildId(mark));
    if (!otherMark || otherMark.order < mark.order) byId.set(buildId(mark), mark);
  }
  return [...byId.values()];
}

/** Takes the maximum of each field: of two marks with the same key, the further one also has the larger count. */
function buildUpdate(mark: MemberMark): AnyBulkWriteOperation<ReadMarkDocument> {
  const { userId, key, order, count, at } = mark;
  const update = { $set: { userId, key }, $max: { order, count, at } };
  return { updateOne: { filter: { _id: buildId(mark) }, update, upsert: true } };
}

function selectDueForPruning(
  prunedTo: ReadonlyMap<number, number>,
  marks: readonly MemberMark[],
  to: number,
): number[] {
  const users = [...new Set(marks.map(({ userId }) => userId))];
  return users.filter((userId) => to - (prunedTo.get(userId) ?? -Infinity) >= pruneEveryMs);
}
