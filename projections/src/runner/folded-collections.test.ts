import { toPosition } from '@guildhall/event-store/dense-position.js';
import { beginning } from '@guildhall/event-store/port.js';
import { describe, expect, test } from 'vitest';
import { FoldedCollections } from './folded-collections.js';

const limits = { newBytes: 20_000, keptBytes: 60_000 };
const shape = { indexes: [] };
const names = Array.from({ length: 20 }, (_, n) => `things${n}`);
const document = (id: number) => ({ id, pos: toPosition(id + 1), text: 'x'.repeat(500) });
const fold = () =>
  new FoldedCollections(new Map(names.map((name) => [name, shape])), {
    limits,
    prunedTo: beginning,
    remembersIds: false,
  });
const inMemory = (collections: FoldedCollections, ids: number) =>
  names.flatMap((name) => Array.from({ length: ids }, (_, id) => collections.of(name).known(id))).filter(Boolean)
    .length;

describe('What all collections have in memory together', () => {
  const page = 5;
  const pages = 100;

  test('is bounded for new documents, of which those of two turns stay', () => {
    const collections = fold();
    for (let n = 0; n < pages; n++) {
      for (const name of names) for (let i = 0; i < page; i++) collections.of(name).change(document(n * page + i));
      collections.pageWritten();
    }
    const bytesOfOne = 600;
    expect(inMemory(collections, pages * page) * bytesOfOne).toBeLessThan(4 * page * names.length * bytesOfOne);
  });

  test('is bounded for documents that are used again, of which the last ones stay', () => {
    const collections = fold();
    for (let n = 0; n < pages; n++) {
      for (const name of names) collections.of(name).remember(n, document(n));
      collections.pageWritten();
      expect(collections.memory.keptBytes).toBeLessThanOrEqual(limits.keptBytes);
    }
    for (const name of names) {
      expect(collections.of(name).known(pages - 1)).toEqual(document(pages - 1));
      expect(collections.of(name).known(0)).toBeUndefined();
    }
  });

  test('keeps what the last page has used, however much', () => {
    const collections = fold();
    for (const name of names) for (let id = 0; id < 50; id++) collections.of(name).remember(id, document(id));
    collections.pageWritten();
    expect(inMemory(collections, 50)).toBe(50 * names.length);
  });
});

test('A collection that no view declares is refused', () => {
  expect(() => fold().of('others')).toThrow('No view declares the collection others');
});
