import { toPosition } from '@guildhall/event-store/dense-position.js';
import { describe, expect, test } from 'vitest';
import { CollectionFold } from './collection-fold.js';
import { approximateBytes } from './document-size.js';
import { WrittenIds } from './written-ids.js';

const document = (id: number, pos = 1, text = '') => ({ id, pos: toPosition(pos), text });
const bytes = approximateBytes(document(1));
const plenty = 1_000_000;

describe('the documents of a page', () => {
  test('are unknown until they are read or changed', () => {
    const fold = new CollectionFold(plenty, null);
    expect(fold.known(1)).toBeUndefined();
    fold.remember(1, document(1));
    fold.remember(2, null);
    fold.change(document(3));
    expect(fold.known(1)).toEqual(document(1));
    expect(fold.known(2)).toBeNull();
    expect(fold.known(3)).toEqual(document(3));
  });

  test('are written once each, in their last state, and only if changed', () => {
    const fold = new CollectionFold(plenty, null);
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
    const size = { bytes: 0 };
    const fold = new CollectionFold(plenty, null, size);
    fold.remember(1, document(1));
    expect(size.bytes).toBe(bytes);
    fold.change(document(2, 1, 'four'));
    expect(size.bytes).toBe(2 * bytes + 4);
    fold.change(document(2));
    expect(size.bytes).toBe(2 * bytes);
    fold.change(document(1, 2, 'four'));
    expect(size.bytes).toBe(2 * bytes + 4);
  });

  test('stay as they are, with their position, when they change in nothing else', () => {
    const fold = new CollectionFold(plenty, null);
    fold.remember(1, document(1));
    fold.change(document(1, 2));
    expect(fold.writes('things')).toEqual([]);
    expect(fold.known(1)).toEqual(document(1));
  });

  test('name what the store has, as far as it was read', () => {
    const fold = new CollectionFold(plenty, null);
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
    const size = { bytes: 0 };
    const fold = new CollectionFold(plenty, null, size);
    fold.change(document(1));
    fold.pageWritten();
    size.bytes = 0;
    expect(fold.writes('things')).toEqual([]);
    expect(fold.known(1)).toEqual(document(1));
    fold.change(document(1, 2, 'four'));
    expect(size.bytes).toBe(bytes + 4);
  });
});

describe('documents of earlier pages', () => {
  test('are cached while they fit, and then for as many bytes again', () => {
    const fold = new CollectionFold(2 * bytes, null);
    const page = (id: number) => {
      fold.remember(id, document(id));
      fold.pageWritten();
    };
    const known = () => [1, 2, 3, 4].filter((id) => fold.known(id) !== undefined);
    page(1);
    expect(known()).toEqual([1]);
    page(2); // as much as the cache holds: these become the older half
    expect(known()).toEqual([1, 2]);
    page(3);
    expect(known()).toEqual([1, 2, 3]);
    page(4); // the older half is evicted
    expect(known()).toEqual([3, 4]);
  });

  test('are cached until the next page is written, so that it may be written later', () => {
    const fold = new CollectionFold(1, null);
    fold.change(document(1));
    fold.pageWritten();
    fold.change(document(2));
    expect(fold.known(1)).toEqual(document(1));
  });

  test('are cached in their newest state', () => {
    const fold = new CollectionFold(bytes, null);
    fold.change(document(1, 1, 'older'));
    fold.pageWritten();
    fold.change(document(1, 2, 'newer'));
    expect(fold.known(1)).toEqual(document(1, 2, 'newer'));
  });
});

describe('a collection whose ids are known', () => {
  const fold = () => {
    const written = WrittenIds.ofCollections(['things', 'others']);
    const [things, others] = ['things', 'others'].map(
      (name) => new CollectionFold(1, null, { bytes: 0 }, written.get(name)),
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
      things.change(document(id));
    }
    things.pageWritten();
    expect(things.known(1)).toBeUndefined();
    expect(things.known(4)).toBeNull();
  });
});

describe('a pruned collection', () => {
  const size = { bytes: 0 };
  const pruned = () => new CollectionFold(plenty, toPosition(5), size);

  test('takes no documents of events before the position it is kept from', () => {
    const fold = pruned();
    expect(fold.isPruned(toPosition(4))).toBe(true);
    expect(fold.isPruned(toPosition(5))).toBe(false);
    fold.change(document(1, 4));
    fold.change(document(2, 5));
    expect(fold.writes('things').map(({ id }) => id)).toEqual([2]);
    expect(size.bytes).toBe(bytes);
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
    expect(fold.known(1)).toBeUndefined();
  });
});

test('A collection that is not pruned stays so', () => {
  const fold = new CollectionFold(plenty, null);
  fold.retainSince(toPosition(8));
  expect(fold.isPruned(toPosition(1))).toBe(false);
});
