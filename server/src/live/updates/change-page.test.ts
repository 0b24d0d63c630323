import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';
import { expect, test } from 'vitest';
import type { Views } from '../../stores/views.js';
import { groupChangesByTopic, readChangePage } from './change-page.js';

function createViews(...counts: number[]): Pick<Views, 'findChangesBetween' | 'store'> {
  const allDocuments = counts.map((count, n): ChangesDocument => {
    const buildRow = (rowId: number) => ({ topic: `thread:${rowId % 2}`, kind: 'post' as const, rowId });
    return {
      id: toPosition(n + 1),
      pos: toPosition(n + 1),
      at: '',
      rows: Array.from({ length: count }, (_, i) => buildRow(i)),
    };
  });
  return {
    store: {} as Views['store'],
    findChangesBetween: async (after, upTo, limit) =>
      allDocuments.filter(({ id }) => id > after && id <= upTo).slice(0, limit),
  };
}

test('a page of changes contains all changes after its start and up to its position', async () => {
  const { changes, upTo } = await readChangePage(createViews(2, 3, 4), toPosition(1), toPosition(2));
  expect(changes.map(({ position, rowId }) => [position, rowId])).toEqual(
    [0, 1, 2].map((rowId) => [toPosition(2), rowId]),
  );
  expect(upTo).toBe(toPosition(2));
});

test('a page of changes covers at most 250 events, and the next page continues after them', async () => {
  const views = createViews(...Array.from({ length: 300 }, () => 2));
  const firstPage = await readChangePage(views, toPosition(0), toPosition(400));
  expect([firstPage.changes.length, firstPage.upTo]).toEqual([500, toPosition(250)]);
  const secondPage = await readChangePage(views, firstPage.upTo, toPosition(400));
  expect([secondPage.changes.length, secondPage.upTo]).toEqual([100, toPosition(400)]);
});

test('groups changes by topic and preserves their order', async () => {
  const { changes } = await readChangePage(createViews(3, 2), toPosition(0), toPosition(2));
  const byTopic = [...groupChangesByTopic(changes)].map(([topic, own]) => [topic, own.map(({ rowId }) => rowId)]);
  expect(byTopic).toEqual([
    ['thread:0', [0, 2, 0]],
    ['thread:1', [1, 1]],
  ]);
});
