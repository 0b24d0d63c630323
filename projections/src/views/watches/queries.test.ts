import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteGenerations } from '../../stores/sqlite/generations.js';
import type { ViewGenerations, ViewStore } from '../../view-store.js';
import { at, page, put } from '../../testing/store-fixture.js';
import { watchesView, type WatchDocument } from './project.js';
import { activeWatchesOf, watchesOfMany } from './queries.js';

const folder = mkdtempSync(join(tmpdir(), 'guildhall-watches-'));
let generations: ViewGenerations;
let store: ViewStore;

beforeAll(async () => {
  generations = await openSqliteGenerations(folder, watchesView.schema);
  store = await generations.open(1);
  const documents = Array.from({ length: 60 }, (_, n): Omit<WatchDocument, 'pos'> => {
    const level = ([null, 'watching', 'muted'] as const)[n % 3] ?? null;
    const userId = 1 + (n % 4);
    const order = at((n * 37) % 61);
    return {
      id: `${n}:${userId}`,
      kind: 'thread',
      targetId: n,
      userId,
      level,
      wrote: true,
      tells: level !== 'muted',
      order,
    };
  });
  const writes = documents.map(({ id, ...fields }, n) => put('watches', id, n + 1, fields));
  await store.apply(page(61, writes));
});
afterAll(async () => {
  await generations.close();
  rmSync(folder, { recursive: true });
});

it.each([5_000, 12, 1])(
  'Finds for many members what it finds for each alone, also when only %i fit into one read',
  async (together) => {
    const many = await watchesOfMany(store, [1, 2, 3, 4, 5], 3, together);
    expect([...many.keys()].sort()).toEqual([1, 2, 3, 4]);
    for (const userId of [1, 2, 3, 4]) {
      const own = many.get(userId) ?? [];
      expect(new Set(own.filter(({ tells }) => tells))).toEqual(new Set(await activeWatchesOf(store, userId, 3)));
      const muted = await store.find<WatchDocument>('watches', { userId, level: 'muted', tells: false });
      const newest = muted.sort((a, b) => (a.order < b.order ? 1 : -1)).slice(0, 3);
      expect(new Set(own.filter(({ tells }) => !tells))).toEqual(new Set(newest));
    }
  },
);
