import { toPosition } from '@guildhall/event-store/dense-position.js';
import { expect, test } from 'vitest';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { Ring, type RingChange } from './ring.js';

/** Each entry consists of a position and a number of changes, all in one thread. */
function createFilledRing(
  capacity: number,
  upTo: number,
  events: readonly [position: number, changes: number][],
  prunedTo = 0,
) {
  const allDocuments = events.map(([n, count]) => {
    const rows = Array.from({ length: count }, (_, i) => ({ topic: 'thread:1', kind: 'post', rowId: 10 * n + i }));
    return { id: toPosition(n), rows };
  });
  const store = {
    find: (_: string, __: object, { limit }: { limit: number }) =>
      Promise.resolve(allDocuments.toReversed().slice(0, limit)),
    getMeta: () => Promise.resolve(prunedTo === 0 ? null : toPosition(prunedTo)),
  };
  return Ring.fill(store as unknown as ViewStore, toPosition(upTo), capacity);
}
const listRows = (changes: readonly RingChange[] | null) => changes && changes.map(({ rowId }) => rowId);

test('the ring loads all stored changes up to a position if they fit', async () => {
  const ring = await createFilledRing(16, 2, [
    [1, 2],
    [2, 1],
    [3, 1],
  ]);
  expect(listRows(ring.listChangesAfter('thread:1', toPosition(0)))).toEqual([10, 11, 20]);
  expect(listRows(ring.listChangesAfter('thread:1', toPosition(1)))).toEqual([20]);
  expect(listRows(ring.listChangesAfter('thread:2', toPosition(0)))).toEqual([]);
});

test('the ring starts at an event whose changes are all in memory', async () => {
  const ring = await createFilledRing(8, 9, [
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
  expect([listRows(ring.listChangesAfter('thread:1', toPosition(1))), ring.coversChangesAfter(toPosition(1))]).toEqual([
    null,
    false,
  ]);
  expect([listRows(ring.listChangesAfter('thread:1', toPosition(2))), ring.coversChangesAfter(toPosition(2))]).toEqual([
    [30, 31],
    true,
  ]);
});

test('the ring starts no earlier than the oldest unpruned changes', async () => {
  const ring = await createFilledRing(
    10,
    9,
    [
      [5, 1],
      [6, 1],
    ],
    5,
  );
  expect([
    listRows(ring.listChangesAfter('thread:1', toPosition(4))),
    listRows(ring.listChangesAfter('thread:1', toPosition(5))),
  ]).toEqual([null, [60]]);
});

test('a full ring drops its oldest changes and starts after them', async () => {
  const ring = await createFilledRing(4, 9, []);
  const buildLine = (n: number): RingChange => ({
    position: toPosition(n),
    topic: `thread:${n % 2}`,
    kind: 'post',
    rowId: n,
  });
  for (let n = 1; n <= 6; n++) ring.append([buildLine(n)]);
  expect([
    ring.coversChangesAfter(toPosition(1)),
    ring.coversChangesAfter(toPosition(2)),
    listRows(ring.listChangesSince(toPosition(3))),
  ]).toEqual([false, true, [4, 5, 6]]);
  expect([
    listRows(ring.listChangesAfter('thread:1', toPosition(1))),
    listRows(ring.listChangesAfter('thread:1', toPosition(2))),
  ]).toEqual([null, [3, 5]]);
});
