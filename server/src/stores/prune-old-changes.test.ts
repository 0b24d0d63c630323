import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { readPrunedTo, changesRetentionMs } from '@guildhall/projections/runner/prune-changes.js';
import { viewSchema } from '@guildhall/projections/views/all-views.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { beforeEach, expect, test } from 'vitest';
import { pruneOldChanges } from './prune-old-changes.js';

let store: ViewStore;
beforeEach(async () => {
  const generations = await openSqliteGenerations(createTemporaryFolder(), viewSchema);
  store = await generations.open(1);
  return () => generations.close();
});

const now = Date.now();
const formatPosition = (n: number) => String(n).padStart(20, '0');

async function fill(old: number, young: number): Promise<void> {
  const writes = Array.from({ length: old + young }, (_, n) => {
    const at = new Date(n < old ? now - changesRetentionMs - 60_000 : now).toISOString();
    const pos = formatPosition(n + 1);
    const document = { id: pos, pos, rows: [{ topic: 'site', kind: 'list', rowId: n }], at };
    return { collection: 'changes', id: pos, pos, document, stored: null };
  });
  const lastEvent = { position: formatPosition(old + young), id: 'x', stream: 'x', revision: 0 };
  await store.apply({ writes, last: lastEvent, epoch: 1 });
}

const listRemainingIds = async () => (await store.find('changes', {}, { sort: [['id', 1]] })).map(({ id }) => id);

test.each([
  [0, 3],
  [1, 3],
  [3, 0],
  [1_234, 5],
  [4_000, 1],
])('removes the changes of %i old events and preserves those of %i recent ones', async (old, young) => {
  await fill(old, young);
  await pruneOldChanges(store, now);
  // If all changes are old, the newest one remains because it marks where the changes become complete.
  const firstRemaining = Math.min(old + 1, old + young);
  expect((await listRemainingIds())[0]).toBe(formatPosition(firstRemaining));
  expect(await listRemainingIds()).toHaveLength(old + young - firstRemaining + 1);
  if (old > 0) expect(await readPrunedTo(store)).toBe(formatPosition(firstRemaining));
});

test('pruning yields to other work between its slices', async () => {
  await fill(3_000, 1);
  const counts = [3_001];
  const pruneResult = pruneOldChanges(store, now);
  let isDone = false;
  void pruneResult.then(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(await store.count('changes', {}));
  }
  const maxDeleted = Math.max(...counts.slice(1).map((count, n) => (counts[n] ?? 0) - count));
  expect(maxDeleted).toBeLessThan(1_000);
});
