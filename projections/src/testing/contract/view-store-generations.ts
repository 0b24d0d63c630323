import { describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { Fixture } from './fixture.js';
import { buildPage, put } from '../store-fixture.js';

export function testGenerations(fixture: Fixture): void {
  describe('view generations', () => {
    it('lists generations by number and omits dropped ones', async () => {
      for (const number of [10, 2]) await fixture.generations.open(number);
      expect(await fixture.generations.list()).toEqual([1, 2, 10]);
      await fixture.generations.drop(2);
      await fixture.generations.drop(7);
      expect(await fixture.generations.list()).toEqual([1, 10]);
    });

    it('a generation starts empty even if its number is reused', async () => {
      await fixture.store.apply(buildPage(1, [put('posts', 1, 1)]));
      await fixture.generations.drop(1);
      const emptyStore = await fixture.generations.open(1);
      expect(emptyStore.generation).toBe(1);
      expect(await emptyStore.find('posts', {})).toEqual([]);
      await emptyStore.apply(buildPage(1, [put('posts', 2, 1)]));
      expect(await emptyStore.count('posts', {})).toBe(1);
    });

    it('isolates generations from each other', async () => {
      const second = await fixture.generations.open(2);
      await fixture.store.apply(buildPage(4, [put('posts', 1, 4, { title: 'one' })], 5));
      await second.apply(buildPage(2, [put('posts', 1, 2, { title: 'two' })], 1));
      await second.setMeta('key', 2);
      expect(await fixture.store.find('posts', {})).toMatchObject([{ title: 'one' }]);
      expect(await second.find('posts', {})).toMatchObject([{ title: 'two' }]);
      expect([await fixture.store.readCheckpoint(), await second.readCheckpoint()]).toEqual([
        toPosition(4),
        toPosition(2),
      ]);
      expect(await fixture.store.getMeta('key')).toBeNull();
    });

    it("a generation can be opened twice, and recovery reveals the other store's writes", async () => {
      const reader = await fixture.generations.open(1);
      await fixture.store.apply(buildPage(1, [put('posts', 1, 1)]));
      await fixture.store.recover(1);
      expect(await reader.find('posts', {})).toHaveLength(1);
      expect(await reader.readCheckpoint()).toBe(toPosition(1));
      await reader.close();
      expect(await fixture.store.find('posts', {})).toHaveLength(1);
    });

    it('rejects invalid generation numbers', async () => {
      for (const number of [0, -1, 1.5, Number.NaN]) {
        await expect(fixture.generations.open(number)).rejects.toThrow(TypeError);
      }
    });

    it('opening a generation adds the indexes and fields of a newer schema', async () => {
      const writes = [put('posts', 1, 1, { fresh: true }), put('posts', 2, 1, { fresh: 1 }), put('posts', 3, 1)];
      await fixture.store.apply(buildPage(1, writes));
      await fixture.reopen({ schema: { posts: { indexes: [['fresh'], ['thread']] }, added: { indexes: [] } } });
      const documents = await fixture.store.find('posts', { fresh: true });
      expect(documents.map(({ id }) => id)).toEqual([1]);
      expect(await fixture.store.count('posts', { fresh: null })).toBe(1);
      await fixture.store.apply(buildPage(2, [put('added', 'x', 2), put('posts', 3, 2, { fresh: true })]));
      expect(await fixture.store.count('posts', { fresh: true })).toBe(2);
      expect(await fixture.store.count('added', {})).toBe(1);
    });

    it('reopens an unfinished generation with all of its pages', async () => {
      const newStore = await fixture.generations.open(2, { building: true });
      await newStore.recover(1);
      for (let n = 1; n <= 25; n++) {
        const writes = Array.from({ length: 40 }, (_, i) => put('posts', `${n}-${i}`, n, { thread: n, number: i }));
        await newStore.apply(buildPage(n, [...writes, put('members', 'a', n, { count: n })]));
        expect(await newStore.getMany('members', ['a'])).toMatchObject([{ count: n }]);
        expect(await newStore.readCheckpoint()).toBe(toPosition(n));
      }
      await newStore.close();
      const builtStore = await fixture.generations.open(2);
      expect(await builtStore.readCheckpoint()).toBe(toPosition(25));
      expect(await builtStore.count('posts', {})).toBe(1000);
      const documents = await builtStore.find('posts', { thread: 7 }, { sort: [['number', -1]], limit: 1 });
      expect(documents).toMatchObject([{ id: '7-39' }]);
    });
  });

  it('every process sees the same live generation', async () => {
    expect(await fixture.generations.findLive()).toBeNull();
    const second = { log: 'log-b', views: 1, generation: 2, historyId: '0000000b' };
    await fixture.generations.setLive({ log: 'log-a', views: 1, generation: 1, historyId: '0000000a' }, 1);
    await fixture.generations.setLive(second, 1);
    expect(await fixture.generations.findLive()).toEqual(second);
    await fixture.reopen();
    expect(await fixture.generations.findLive()).toEqual(second);
    expect(await fixture.generations.list()).toEqual([1]);
  });
}
