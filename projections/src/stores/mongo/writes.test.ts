import { beginning } from '@guildhall/event-store/port.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMongoGenerations, type MongoGenerations } from './generations.js';
import { dropDatabases, freshPrefix, mongoUrl } from '../../testing/mongo/mongodb.js';
import { at, page, put, remove, schema } from '../../testing/store-fixture.js';
import { StoreUnavailable } from '../../view-store.js';

const url = await mongoUrl();

describe.skipIf(!url)('The documents of a page on MongoDB', () => {
  const address = url ?? '';
  let databasePrefix: string;
  let open: MongoGenerations[];
  const start = async () => {
    const generations = await openMongoGenerations(address, schema, { databasePrefix });
    open.push(generations);
    return generations.open(1);
  };
  beforeEach(() => {
    databasePrefix = freshPrefix();
    open = [];
  });
  afterEach(async () => {
    for (const generations of open) await generations.close();
    await dropDatabases(address, databasePrefix);
  });

  it('are written rightly whatever the writer believes that the store has', async () => {
    const store = await start();
    await store.apply(page(5, [put('posts', 1, 5, { title: 'kept' }), put('posts', 2, 2), put('posts', 3, 3)]));
    const [unread, missing] = [{}, { stored: null }];
    const existing = { stored: { id: 2, pos: at(2) } };
    for (const [n, belief] of [unread, missing, existing].entries()) {
      const first = 10 * n + 10;
      const writes = [put('posts', 1, 5, { title: 'late' }), put('posts', 2, first), put('posts', first, first)];
      const believed = [...writes, remove('posts', 3, first)].map((write) => ({ ...write, ...belief }));
      await store.apply(page(first, believed));
      await store.apply(page(first + 1, believed));
    }
    expect(await store.find('posts', {}, { sort: [['id', 1]] })).toEqual([
      { id: 1, pos: at(5), title: 'kept' },
      ...[2, 10, 20, 30].map((id) => ({ id, pos: at(id === 2 ? 30 : id) })),
    ]);
  });

  it('may be hundreds in several collections, known to exist or not', async () => {
    const store = await start();
    const all = (n: number) =>
      ['posts', 'members'].flatMap((it) => Array.from({ length: 120 }, (_, id) => put(it, id, n)));
    await store.apply(page(1, all(1)));
    await store.apply(page(2, all(2).map((write) => ({ ...write, stored: { id: write.id, pos: at(1) } })))); // prettier-ignore
    await store.apply(page(3, all(3)));
    for (const it of ['posts', 'members']) {
      const found = await store.find(it, {});
      expect(new Set(found.map(({ pos }) => pos))).toEqual(new Set([at(3)]));
      expect(found).toHaveLength(120);
    }
  });

  it('of a build are not recorded, and only the process that began a page finishes it', async () => {
    let fails = true;
    const builder = await openMongoGenerations(address, schema, {
      databasePrefix,
      afterWrite: (written) => {
        if (fails && written === 1) throw new StoreUnavailable('interrupted');
      },
    });
    open.push(builder);
    const building = await builder.open(7, { building: true });
    const writes = [put('posts', 1, 3, { text: 'x' }), put('posts', 2, 3)];
    await expect(building.apply(page(3, writes))).rejects.toThrow(StoreUnavailable);
    const redo = await builder.metaDatabase.client.db(`${databasePrefix}_views_7`).collection('_redo').findOne();
    expect(redo).toMatchObject({ checkpoint: at(3), writes: [], parts: 0 });

    const other = await openMongoGenerations(address, schema, { databasePrefix });
    open.push(other);
    await expect((await other.open(7, { building: true })).recover(1)).rejects.toThrow('must be dropped');
    await expect((await other.open(7)).recover(1)).rejects.toThrow('must be dropped');
    expect(await building.checkpoint()).toBe(beginning);

    fails = false;
    await building.recover(1);
    expect(await building.checkpoint()).toBe(at(3));
    expect(await building.count('posts', {})).toBe(2);
    await building.apply(page(4, [put('posts', 1, 4)]));
    await building.close();
    await (await other.open(7)).recover(1);
  });

  it('of a build with a document that MongoDB does not take leave nothing half written', async () => {
    await start();
    const building = await open[0]!.open(7, { building: true });
    const writes = [put('posts', 1, 3), put('posts', 2, 3, { text: 'x'.repeat(16 * 2 ** 20) })];
    await expect(building.apply(page(3, writes))).rejects.toThrow(RangeError);
    await building.recover(1);
    expect(await building.checkpoint()).toBe(beginning);
    expect(await building.count('posts', {})).toBe(0);
  });
});
