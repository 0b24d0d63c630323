import { toPosition } from '@guildhall/event-store/dense-position.js';
import { describe, expect, test } from 'vitest';
import { CollectionFold } from './collection-fold.js';
import { approximateBytes } from './document-size.js';
import { entryBytes, FoldMemory } from './fold-memory.js';
import { WrittenIds } from './written-ids.js';

const document = (id: number, pos = 1, text = '') => ({ id, pos: toPosition(pos), text });
const bytes = approximateBytes(document(1)) + entryBytes;
const newFold = (memory = new FoldMemory()) => new CollectionFold(memory, null);

describe('the documents of a page', () => {
  test('are unknown until they are read or changed', () => {
    const fold = newFold();
    expect(fold.known(1)).toBeUndefined();
    fold.remember(1, document(1));
    fold.remember(2, null);
    fold.change(document(3));
    expect(fold.known(1)).toEqual(document(1));
    expect(fold.known(2)).toBeNull();
    expect(fold.known(3)).toEqual(document(3));
  });

  test('are written once each, in their last state, and only if changed', () => {
    const fold = newFold();
    fold.remember(1, document(1));
    fold.change(document(2, 2, 'first'));
    fold.change(document(3, 3));
    fold.change(document(2, 4, 'second'));
    expect(fold.writes('things')).toEqual([
      { collection: 'things', id: 2, pos: toPosition(4), document: document(2, 4, 'second') },
      { collection: 'things', id: 3, pos: toPosition(3), document: document(3, 3) },
    ]);
  });

  test('count once towards the size of the page, in their last size', () => {
    const memory = new FoldMemory();
    const fold = newFold(memory);
    fold.remember(1, document(1));
    expect(memory.pageBytes).toBe(bytes);
    fold.change(document(2, 1, 'four'));
    expect(memory.pageBytes).toBe(2 * bytes + 4);
    fold.change(document(2));
    expect(memory.pageBytes).toBe(2 * bytes);
    fold.change(document(1, 2, 'four'));
    expect(memory.pageBytes).toBe(2 * bytes + 4);
  });

  test('count towards the new ones or, where they were read, towards the kept ones', () => {
    const memory = new FoldMemory();
    const fold = newFold(memory);
    fold.remember(1, document(1));
    fold.remember(2, null);
    fold.change(document(3, 1, 'four'));
    fold.change(document(1, 2, 'seven!!'));
    expect(memory.keptBytes).toBe(bytes + 7);
    expect(memory.newBytes).toBe(bytes + 4 + approximateBytes(null) + entryBytes);
  });

  test('stay as they are, with their position, when they change in nothing else', () => {
    const fold = newFold();
    fold.remember(1, document(1));
    fold.change(document(1, 2));
    expect(fold.writes('things')).toEqual([]);
    expect(fold.known(1)).toEqual(document(1));
  });

  test('name what the store has, as far as it was read', () => {
    const fold = newFold();
    fold.remember(1, document(1));
    fold.remember(2, null);
    for (const id of [1, 2, 3]) fold.change(document(id, 2, 'new'));
    fold.change(document(1, 3, 'newer'));
    expect(fold.writes('things').map(({ stored }) => stored)).toEqual([document(1), null, undefined]);
    fold.pageWritten();
    fold.change(document(1, 4, 'newest'));
    expect(fold.writes('things').map(({ stored }) => stored)).toEqual([document(1, 3, 'newer')]);
  });

  test('are no longer to be written once the page is', () => {
    const memory = new FoldMemory();
    const fold = newFold(memory);
    fold.change(document(1));
    fold.pageWritten();
    expect(fold.writes('things')).toEqual([]);
    expect(fold.known(1)).toEqual(document(1));
    memory.round++;
    memory.pageBytes = 0;
    fold.change(document(1, 2, 'four'));
    expect(memory.pageBytes).toBe(bytes + 4);
  });
});

describe('documents of earlier pages', () => {
  const pages = () => {
    const memory = new FoldMemory();
    const fold = newFold(memory);
    const next = (keptSince = 0) => {
      fold.pageWritten();
      fold.turn(keptSince);
      memory.newBytes = 0;
      memory.round++;
    };
    return { memory, fold, next };
  };

  test('are evicted after two turns, if they are not used again', () => {
    const { fold, next } = pages();
    fold.change(document(1));
    fold.change(document(2));
    next();
    expect(fold.known(2)).toEqual(document(2));
    fold.change(document(3));
    next();
    expect([1, 2, 3].map((id) => fold.known(id) !== undefined)).toEqual([false, true, true]);
    for (let n = 0; n < 5; n++) next();
    expect([2, 3].map((id) => fold.known(id) !== undefined)).toEqual([true, true]);
  });

  test('are kept as long as they were used since a page', () => {
    const { memory, fold, next } = pages();
    for (const id of [1, 2, 3]) fold.remember(id, document(id));
    next();
    fold.known(2);
    next();
    fold.change(document(3, 2, 'changed, not asked for'));
    next(1);
    expect(memory.keptBytes).toBe(2 * bytes + 'changed, not asked for'.length);
    next(2);
    expect([1, 2, 3].map((id) => fold.known(id) !== undefined)).toEqual([false, false, true]);
    expect(memory.keptBytes).toBe(bytes + 'changed, not asked for'.length);
  });

  test('are cached until the next page is written, so that it may be written later', () => {
    const { fold, next } = pages();
    fold.change(document(1));
    fold.remember(2, document(2));
    fold.change(document(2, 2, 'new'));
    next(0);
    fold.change(document(3));
    expect([1, 2].map((id) => fold.known(id))).toEqual([document(1), document(2, 2, 'new')]);
  });

  test('are cached in their newest state', () => {
    const { fold, next } = pages();
    fold.change(document(1, 1, 'older'));
    next();
    fold.change(document(1, 2, 'newer'));
    next();
    expect(fold.known(1)).toEqual(document(1, 2, 'newer'));
  });
});

describe('a collection whose ids are known', () => {
  const fold = () => {
    const written = WrittenIds.ofCollections(['things', 'others']);
    const [things, others] = ['things', 'others'].map(
      (name) => new CollectionFold(new FoldMemory(), null, written.get(name)),
    ) as [CollectionFold, CollectionFold];
    return { things, others };
  };

  test('has no document that was never written', () => {
    const { things, others } = fold();
    expect(things.known(1)).toBeNull();
    things.change(document(1));
    expect(things.writes('things')).toMatchObject([{ stored: null }]);
    expect(others.known(1)).toBeNull();
  });

  test('does not know a written one that is no longer in memory', () => {
    const { things } = fold();
    things.change(document(1));
    for (const id of [2, 3]) {
      things.pageWritten();
      things.turn(0);
      things.change(document(id));
    }
    expect(things.known(1)).toBeUndefined();
    expect(things.known(4)).toBeNull();
  });
});

describe('a pruned collection', () => {
  const memory = new FoldMemory();
  const pruned = () => new CollectionFold(memory, toPosition(5));

  test('takes no documents of events before the position it is kept from', () => {
    const fold = pruned();
    expect(fold.isPruned(toPosition(4))).toBe(true);
    expect(fold.isPruned(toPosition(5))).toBe(false);
    fold.change(document(1, 4));
    fold.change(document(2, 5));
    expect(fold.writes('things').map(({ id }) => id)).toEqual([2]);
    expect(memory.pageBytes).toBe(bytes);
  });

  test('keeps documents from a later position once it is set', () => {
    const fold = pruned();
    fold.retainSince(toPosition(8));
    expect(fold.isPruned(toPosition(7))).toBe(true);
    expect(fold.isPruned(toPosition(8))).toBe(false);
  });

  test('drops its documents with the page, as nothing reads them', () => {
    const fold = pruned();
    fold.change(document(1, 6));
    fold.pageWritten();
    fold.turn(0);
    expect(fold.known(1)).toBeUndefined();
  });
});

test('A collection that is not pruned stays so', () => {
  const fold = newFold();
  fold.retainSince(toPosition(8));
  expect(fold.isPruned(toPosition(1))).toBe(false);
});
