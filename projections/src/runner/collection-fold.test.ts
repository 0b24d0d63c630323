import { toPosition } from '@guildhall/event-store/dense-position.js';
import { describe, expect, test } from 'vitest';
import { CollectionFold } from './collection-fold.js';
import { approximateBytes } from './document-size.js';

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
    const fold = new CollectionFold(plenty, null);
    expect(fold.pageBytes).toBe(0);
    fold.remember(1, document(1));
    expect(fold.pageBytes).toBe(bytes);
    fold.change(document(2, 1, 'four'));
    expect(fold.pageBytes).toBe(2 * bytes + 4);
    fold.change(document(2));
    expect(fold.pageBytes).toBe(2 * bytes);
  });

  test('are no longer to be written once the page is', () => {
    const fold = new CollectionFold(plenty, null);
    fold.change(document(1));
    fold.pageWritten();
    expect(fold.writes('things')).toEqual([]);
    expect(fold.pageBytes).toBe(0);
    expect(fold.known(1)).toEqual(document(1));
    fold.change(document(1));
    expect(fold.pageBytes).toBe(bytes);
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

  test('are cached in their newest state', () => {
    const fold = new CollectionFold(bytes, null);
    fold.change(document(1, 1, 'older'));
    fold.pageWritten();
    fold.change(document(1, 2, 'newer'));
    expect(fold.known(1)).toEqual(document(1, 2, 'newer'));
  });
});

describe('a pruned collection', () => {
  const pruned = () => new CollectionFold(plenty, toPosition(5));

  test('takes no documents of events before the position it is kept from', () => {
    const fold = pruned();
    expect(fold.isPruned(toPosition(4))).toBe(true);
    expect(fold.isPruned(toPosition(5))).toBe(false);
    fold.change(document(1, 4));
    fold.change(document(2, 5));
    expect(fold.writes('things').map(({ id }) => id)).toEqual([2]);
    expect(fold.pageBytes).toBe(bytes);
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
