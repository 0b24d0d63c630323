import { toPosition } from '@guildhall/event-store/dense-position.js';
import { beginning } from '@guildhall/event-store/port.js';
import { describe, expect, it } from 'vitest';
import { StaleWriter } from '../../view-store.js';
import type { Fixture } from './fixture.js';
import { buildEventAt, buildPage, put, type TestDocument } from '../store-fixture.js';

export function testPages(fixture: Fixture): void {
  const readAll = (collection = 'posts') => fixture.store.find<TestDocument>(collection, {}, { sort: [['id', 1]] });

  describe('applying a page', () => {
    it("stores a page's documents and checkpoint, visible to other processes", async () => {
      expect(await fixture.store.readCheckpoint()).toBe(beginning);
      await fixture.store.apply(buildPage(3, [put('posts', 1, 2), put('members', 'a', 3, { name: 'Ann' })]));
      await fixture.reopen();
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(3));
      expect(await readAll()).toEqual([{ id: 1, pos: toPosition(2) }]);
      expect(await readAll('members')).toEqual([{ id: 'a', pos: toPosition(3), name: 'Ann' }]);
    });

    it('stores the last event of each page, and none for a new generation', async () => {
      expect(await fixture.store.readLastEvent()).toBeNull();
      await fixture.store.apply(buildPage(3, [put('posts', 1, 2)]));
      await fixture.store.apply(buildPage(2, [put('posts', 2, 2)]));
      await fixture.reopen();
      expect(await fixture.store.readLastEvent()).toEqual(buildEventAt(toPosition(3)));
    });

    it('an empty page still advances the checkpoint', async () => {
      await fixture.store.apply(buildPage(9, []));
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(9));
    });

    it('applying a page again changes nothing', async () => {
      const repeatedPage = buildPage(5, [put('posts', 1, 4, { number: 1 }), put('posts', 2, 5), put('posts', 3, 5)]);
      await fixture.store.apply(buildPage(2, [put('posts', 3, 2)]));
      await fixture.store.apply(repeatedPage);
      const firstResult = await readAll();
      await fixture.store.apply(repeatedPage);
      expect(await readAll()).toEqual(firstResult);
      expect(firstResult.map(({ id }) => id)).toEqual([1, 2, 3]);
    });

    it('leaves documents at the same or a later position unchanged', async () => {
      await fixture.store.apply(
        buildPage(5, [put('posts', 1, 5, { title: 'kept' }), put('posts', 2, 4, { title: 'old' })]),
      );
      const lateWrites = [
        put('posts', 1, 5, { title: 'same' }),
        put('posts', 1, 4, { title: 'earlier' }),
        put('posts', 2, 6, { title: 'new' }),
      ];
      await fixture.store.apply(buildPage(6, lateWrites.slice(0, 1)));
      await fixture.store.apply(buildPage(7, lateWrites.slice(1)));
      expect((await readAll()).map(({ title }) => title)).toEqual(['kept', 'new']);
    });

    it('ignores a page that ends before the checkpoint', async () => {
      await fixture.store.apply(buildPage(9, [put('posts', 1, 3)]));
      await fixture.store.apply(buildPage(8, [put('posts', 2, 8), put('posts', 1, 8, { title: 'x' })]));
      expect(await readAll()).toEqual([{ id: 1, pos: toPosition(3) }]);
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(9));
    });

    it('removes fields that the new document no longer has', async () => {
      await fixture.store.apply(buildPage(1, [put('posts', 1, 1, { author: 7, title: 'x', old: true })]));
      await fixture.store.apply(buildPage(2, [put('posts', 1, 2, { title: 'y' })]));
      expect(await readAll()).toEqual([{ id: 1, pos: toPosition(2), title: 'y' }]);
      expect(await fixture.store.count('posts', { author: 7 })).toBe(0);
      expect(await fixture.store.count('posts', { author: null, title: 'y' })).toBe(1);
    });

    it('accepts thousands of documents in one page', async () => {
      const text = 'x'.repeat(700);
      const writes = Array.from({ length: 3000 }, (_, i) => put('posts', i, 1, { thread: i % 10, number: i, text }));
      await fixture.store.apply(buildPage(1, writes));
      expect(await fixture.store.count('posts', {})).toBe(3000);
      const documents = await fixture.store.find('posts', { thread: 3 }, { sort: [['number', -1]], limit: 2 });
      expect(documents.map(({ id }) => id)).toEqual([2993, 2983]);
    });

    it('many consecutive pages can change the same document', async () => {
      for (let n = 1; n <= 60; n++)
        await fixture.store.apply(buildPage(n, [put('posts', 1, n, { number: n, thread: 1 })]));
      expect(await readAll()).toEqual([{ id: 1, pos: toPosition(60), number: 60, thread: 1 }]);
      expect(await fixture.store.count('posts', { thread: 1, number: { $lt: 60 } })).toBe(0);
    });
  });

  describe('stale writers', () => {
    it('rejects a writer once a later one has been seen', async () => {
      await fixture.store.apply(buildPage(1, [put('posts', 1, 1)], 3));
      const staleApply = fixture.store.apply(buildPage(2, [put('posts', 2, 2)], 2));
      await expect(staleApply).rejects.toThrow(StaleWriter);
      expect(await readAll()).toEqual([{ id: 1, pos: toPosition(1) }]);
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(1));
    });

    it('rejects a writer after a later one recovered, even in another process', async () => {
      await fixture.store.apply(buildPage(1, [put('posts', 1, 1)]));
      await fixture.store.recover(1);
      const others = await fixture.place.open({});
      await (await others.open(1)).recover(2);
      await others.close();
      await expect(fixture.store.apply(buildPage(2, [put('posts', 2, 2)]))).rejects.toThrow(StaleWriter);
      await expect(fixture.store.recover(1)).rejects.toThrow(StaleWriter);
      await fixture.store.recover(2);
      await fixture.store.apply(buildPage(2, [put('posts', 2, 2)], 2));
      expect(await fixture.store.readCheckpoint()).toBe(toPosition(2));
    });
  });

  it('prunes only documents before the specified position', async () => {
    const lines = Array.from({ length: 900 }, (_, n) => put('members', `${toPosition(n + 1)}:0`, n + 1));
    await fixture.store.apply(buildPage(900, [...lines, put('posts', 1, 1)]));
    await fixture.store.prune('members', toPosition(900));
    expect((await readAll('members')).map(({ id }) => id)).toEqual([`${toPosition(900)}:0`]);
    expect(await readAll()).toHaveLength(1);
    expect(await fixture.store.readCheckpoint()).toBe(toPosition(900));
  });

  it('stores a small amount of metadata next to the views', async () => {
    expect(await fixture.store.getMeta('prunedTo')).toBeNull();
    await fixture.store.setMeta('prunedTo', toPosition(4));
    await fixture.store.setMeta('poison', [{ position: toPosition(1), error: 'x.y $z' }]);
    await fixture.store.setMeta('poison', [{ position: toPosition(2), error: 'é' }]);
    await fixture.reopen();
    expect(await fixture.store.getMeta('prunedTo')).toBe(toPosition(4));
    expect(await fixture.store.getMeta('poison')).toEqual([{ position: toPosition(2), error: 'é' }]);
  });
}
