import { describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { Filter, FindOptions, ViewDocument } from '../../view-store.js';
import type { Fixture } from './fixture.js';
import { buildPage, put, type TestDocument } from '../store-fixture.js';

export function testQueries(fixture: Fixture): void {
  const store = (rows: Record<string, unknown>[]) =>
    fixture.store.apply(buildPage(1, rows.map((row, i) => put('posts', i + 1, 1, row)))); // prettier-ignore
  const listIds = async (filter: Filter, options?: FindOptions) =>
    (await fixture.store.find('posts', filter, options)).map(({ id }) => id);
  const listSortedIds = async (filter: Filter, options?: FindOptions) => (await listIds(filter, options)).sort();

  describe('query conditions', () => {
    it('null matches only null and absent fields, and no other value matches them', async () => {
      await store([{ author: null }, {}, { author: 0 }, { author: '' }, { author: false }]);
      expect(await listSortedIds({ author: null })).toEqual([1, 2]);
      expect(await listSortedIds({ author: { $in: [null] } })).toEqual([1, 2]);
      expect(await listSortedIds({ author: { $in: [null, ''] } })).toEqual([1, 2, 4]);
      expect(await listSortedIds({ author: 0 })).toEqual([3]);
      expect(await fixture.store.count('posts', { author: null })).toBe(2);
    });

    it('booleans match only booleans', async () => {
      await store([{ pinned: true }, { pinned: false }, { pinned: 1 }, { pinned: 0 }, { pinned: 'true' }]);
      expect(await listIds({ pinned: true })).toEqual([1]);
      expect(await listIds({ pinned: false })).toEqual([2]);
      expect(await listIds({ pinned: 1 })).toEqual([3]);
      expect(await listIds({ pinned: 0 })).toEqual([4]);
      expect(await listSortedIds({ pinned: { $in: [true, 0] } })).toEqual([1, 4]);
      expect(await listIds({ pinned: { $gt: false } })).toEqual([1]);
      expect(await listSortedIds({ pinned: { $lte: true } })).toEqual([1, 2]);
    });

    it('numbers match only numbers, not equal-looking strings', async () => {
      await store([{ number: 7 }, { number: '7' }, { number: 7.5 }, { number: 2 ** 53 - 1 }, { number: -7 }]);
      expect(await listIds({ number: 7 })).toEqual([1]);
      expect(await listIds({ number: '7' })).toEqual([2]);
      expect(await listIds({ number: 7.5 })).toEqual([3]);
      expect(await listIds({ number: 2 ** 53 - 1 })).toEqual([4]);
      expect(await listIds({ number: { $lt: 0 } })).toEqual([5]);
    });

    it('strings match exactly, including case, accents and normalisation form', async () => {
      await store([{ author: 'Ann' }, { author: 'ann' }, { author: 'Ánn' }, { author: 'A\u0301nn' }, { author: '🏰' }]);
      expect(await listIds({ author: 'ann' })).toEqual([2]);
      expect(await listIds({ author: 'Ánn' })).toEqual([3]);
      expect(await listIds({ author: 'A\u0301nn' })).toEqual([4]);
      expect(await listIds({ author: '🏰' })).toEqual([5]);
    });

    it('a range matches only values of the same type as its bound', async () => {
      await store([{ rank: 5 }, { rank: 'm' }, { rank: true }, { rank: null }, {}, { rank: 9 }, { rank: '' }]);
      expect(await listSortedIds({ rank: { $gt: 5 } })).toEqual([6]);
      expect(await listSortedIds({ rank: { $gte: 5 } })).toEqual([1, 6]);
      expect(await listSortedIds({ rank: { $lt: 9 } })).toEqual([1]);
      expect(await listSortedIds({ rank: { $lte: 9 } })).toEqual([1, 6]);
      expect(await listSortedIds({ rank: { $gt: '' } })).toEqual([2]);
      expect(await listSortedIds({ rank: { $gte: '' } })).toEqual([2, 7]);
      expect(await listSortedIds({ rank: { $lt: 'z' } })).toEqual([2, 7]);
      expect(await listSortedIds({ rank: { $gte: false } })).toEqual([3]);
      expect(await listSortedIds({ rank: { $gt: 5, $lt: 'z' } })).toEqual([]);
      expect(await listSortedIds({ rank: { $gte: 5, $lt: 9 } })).toEqual([1]);
      expect(await listSortedIds({ rank: { $gte: 5, $lte: 9 } })).toEqual([1, 6]);
      expect(await listSortedIds({ rank: { $gte: '', $lt: 'z' } })).toEqual([2, 7]);
      expect(await listSortedIds({ rank: { $gt: '', $lt: 'z' } })).toEqual([2]);
      expect(await listSortedIds({ rank: { $gt: 9, $lt: 5 } })).toEqual([]);
    });

    it('a query can combine several conditions', async () => {
      await store([
        { thread: 1, number: 1 },
        { thread: 1, number: 2 },
        { thread: 2, number: 2 },
      ]);
      expect(await listIds({ thread: 1, number: { $gt: 1 } })).toEqual([2]);
      expect(await listSortedIds({ thread: { $in: [1, 2] }, number: 2 })).toEqual([2, 3]);
      expect(await listIds({ thread: 3 })).toEqual([]);
      expect(await listIds({ thread: { $in: [] } })).toEqual([]);
      expect(await listSortedIds({})).toEqual([1, 2, 3]);
    });

    it('a query accepts a long list of values', async () => {
      await store([{ author: 17 }, { author: 'x' }, { author: 4999 }, { author: 5000 }]);
      const list = Array.from({ length: 5000 }, (_, i) => i);
      expect(await listSortedIds({ author: { $in: list } })).toEqual([1, 3]);
      expect(await fixture.store.count('posts', { author: { $in: [...list, 'x', 5000] } })).toBe(4);
    });
  });

  describe('query order', () => {
    it('sorts absent and null first, then numbers, strings and booleans, or in reverse', async () => {
      await store([{ rank: false }, { rank: 'a' }, { rank: 3 }, {}, { rank: true }, { rank: -1 }, { rank: null }]);
      const ascending = await listIds({}, { sort: [['rank', 1], ['id', 1]] }); // prettier-ignore
      expect(ascending).toEqual([4, 7, 6, 3, 2, 1, 5]);
      const descending = await listIds({}, { sort: [['rank', -1], ['id', 1]] }); // prettier-ignore
      expect(descending).toEqual([5, 1, 2, 3, 6, 4, 7]);
    });

    it('sorts by several fields, each in its own direction', async () => {
      await store([
        { pinned: false, rank: 2, title: 'b' },
        { pinned: true, rank: 1, title: 'b' },
        { pinned: false, rank: 2, title: 'a' },
        { pinned: true, title: 'a' },
        { pinned: false, rank: 9, title: 'a' },
      ]);
      const sort = [['pinned', -1], ['rank', -1], ['title', 1]] as const; // prettier-ignore
      expect(await listIds({}, { sort })).toEqual([2, 4, 5, 3, 1]);
      expect(await listIds({ pinned: false }, { sort, limit: 2 })).toEqual([5, 3]);
    });

    it('sorts strings by code point rather than UTF-16 unit or language', async () => {
      await store([
        { title: '🏰' },
        { title: '\uFF5E' },
        { title: 'é' },
        { title: 'z' },
        { title: 'Z' },
        { title: '' },
      ]);
      expect(await listIds({}, { sort: [['title', 1]] })).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await listIds({ title: { $gt: '\uFF5E' } })).toEqual([1]);
    });

    it('returns at most the limit, starting from the specified position', async () => {
      await store(Array.from({ length: 30 }, (_, i) => ({ thread: 1, number: i + 1 })));
      const sort = [['number', 1]] as const;
      expect(await listIds({ thread: 1 }, { sort, limit: 3 })).toEqual([1, 2, 3]);
      expect(await listIds({ thread: 1, number: { $gt: 3 } }, { sort, limit: 2 })).toEqual([4, 5]);
      expect(await listIds({ thread: 1, number: { $lt: 4 } }, { sort: [['number', -1]], limit: 2 })).toEqual([3, 2]);
    });
  });

  describe('invalid queries', () => {
    const refusedQueries: [string, Filter, FindOptions?][] = [
      ['a filter by an undeclared field', { text: 'x' }],
      ['a sort by an undeclared field', {}, { sort: [['text', 1]] }],
      ['an undefined condition', { thread: undefined as unknown as null }],
      ['a limit of zero', {}, { limit: 0 }],
    ];
    it.each(refusedQueries)('rejects an invalid query: %s', async (_, filter, options) => {
      await expect(fixture.store.find('posts', filter, options)).rejects.toThrow(TypeError);
      if (!options) await expect(fixture.store.count('posts', filter)).rejects.toThrow(TypeError);
    });

    it('rejects a query of an undeclared collection', async () => {
      await expect(fixture.store.find('nothing', {})).rejects.toThrow(TypeError);
      await expect(fixture.store.getMany('nothing', [1])).rejects.toThrow(TypeError);
    });
  });

  it('returns documents exactly as written', async () => {
    const rich: Record<string, unknown> = {
      title: 'Zoë\u2028 "quoted" \\ 🏰',
      nested: { list: [1, 'two', null, true, { deep: [] }], empty: {}, '👍': [1, 2] },
      big: 2 ** 53 - 1,
      half: 0.1,
      nothing: null,
      text: 'a\u0000b',
    };
    await store([rich]);
    const [document] = await fixture.store.find<TestDocument>('posts', {});
    expect(document).toStrictEqual({ id: 1, pos: toPosition(1), ...rich });
    expect(Object.keys(document ?? {})).toEqual(['id', 'pos', ...Object.keys(rich)]);
  });

  it('returns only the requested fields, with their types', async () => {
    await store([{ thread: 1, rank: 2, text: 'x' }, { thread: 1, rank: '2', pinned: false }, { thread: 2 }, { thread: 1 }]); // prettier-ignore
    const fields = ['id', 'rank', 'pinned'] as const;
    const sort = [['id', -1]] as const;
    expect(await fixture.store.findFields('posts', fields, { thread: 1 }, { sort, limit: 2 })).toStrictEqual([
      { id: 4, rank: null, pinned: null },
      { id: 2, rank: '2', pinned: false },
    ]);
    await expect(fixture.store.findFields('posts', ['text'], {})).rejects.toThrow(TypeError);
    await expect(fixture.store.findFields('posts', fields, { text: 'x' })).rejects.toThrow(TypeError);
  });

  it('distinguishes numeric ids from string ids', async () => {
    const large = 2 ** 52 + 12_345;
    const writes = [1, '1', large, 'user-1'].map((id) => put('posts', id, 1, { kind: typeof id }));
    await fixture.store.apply(buildPage(1, writes));
    expect(await fixture.store.find('posts', { id: '1' })).toMatchObject([{ id: '1', kind: 'string' }]);
    expect(await fixture.store.find('posts', { id: large })).toMatchObject([{ id: large, kind: 'number' }]);
    expect(await listIds({ id: { $gt: 1 } })).toEqual([large]);
    expect(await listIds({}, { sort: [['id', 1]] })).toEqual([1, large, '1', 'user-1']);
  });

  it('returns any number of documents by id and omits missing ones', async () => {
    const manyWrites = Array.from({ length: 1700 }, (_, i) => put('posts', i, 1));
    await fixture.store.apply(buildPage(1, manyWrites));
    const requestedIds = [...manyWrites.map(({ id }) => id), 5000, 'x'];
    const documents = await fixture.store.getMany<ViewDocument>('posts', requestedIds);
    expect(documents.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(requestedIds.slice(0, 1700));
    expect(await fixture.store.getMany('posts', [])).toEqual([]);
    expect(await fixture.store.getMany('posts', [3, 3])).toHaveLength(1);
  });

  it('scans a collection exactly once, ordered by id', async () => {
    const names = Array.from({ length: 1100 }, (_, i) => `m${String(i).padStart(4, '0')}`);
    const writes = [...names.reverse(), 10, 9].map((id) => put('members', id, 1));
    await fixture.store.apply(buildPage(1, writes));
    const batches: ViewDocument[][] = [];
    for await (const batch of fixture.store.scan('members')) batches.push(batch);
    expect(batches.flat().map(({ id }) => id)).toEqual([9, 10, ...names.reverse()]);
    expect(batches.length).toBeGreaterThan(1);
    for await (const batch of fixture.store.scan('posts')) expect(batch).toBeNull();
  });
}
