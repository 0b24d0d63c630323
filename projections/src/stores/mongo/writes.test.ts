import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMongoGenerations, type MongoGenerations } from './generations.js';
import { dropDatabases, freshPrefix, mongoUrl } from '../../testing/mongo/mongodb.js';
import { at, page, put, remove, schema } from '../../testing/store-fixture.js';

const url = await mongoUrl();

describe.skipIf(!url)('writing documents to MongoDB', () => {
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

  it('writes documents correctly even if the writer expects a wrong stored version', async () => {
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

  it('writes hundreds of new and existing documents to several collections', async () => {
    const store = await start();
    const all = (n: number) =>
      ['posts', 'members'].flatMap((it) => Array.from({ length: 120 }, (_, id) => put(it, id, n)));
    await store.apply(page(1, all(1)));
    await store.apply(page(2, all(2).map((write) => ({ ...write, stored: { id: write.id, pos: at(1) } })))); // prettier-ignore
    await store.apply(page(3, all(3)));
    for (const it of ['posts', 'members']) {
      const documents = await store.find(it, {});
      expect(new Set(documents.map(({ pos }) => pos))).toEqual(new Set([at(3)]));
      expect(documents).toHaveLength(120);
    }
  });
});
