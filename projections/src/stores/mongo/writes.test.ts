import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMongoGenerations, type MongoGenerations } from './generations.js';
import { dropDatabases, freshPrefix, mongoUrl } from '../../testing/mongo/mongodb.js';
import { at, page, put, remove, schema } from '../../testing/store-fixture.js';

const url = await mongoUrl();

describe.skipIf(!url)('writing documents to MongoDB', () => {
  const address = url ?? '';
  let databasePrefix: string;
  let openedGenerations: MongoGenerations[];
  const start = async () => {
    const generations = await openMongoGenerations(address, schema, { databasePrefix });
    openedGenerations.push(generations);
    return generations.open(1);
  };
  beforeEach(() => {
    databasePrefix = freshPrefix();
    openedGenerations = [];
  });
  afterEach(async () => {
    for (const generations of openedGenerations) await generations.close();
    await dropDatabases(address, databasePrefix);
  });

  it('writes documents correctly even if the writer expects a wrong stored version', async () => {
    const store = await start();
    await store.apply(page(5, [put('posts', 1, 5, { title: 'kept' }), put('posts', 2, 2), put('posts', 3, 3)]));
    const [unreadWrite, missingWrite] = [{}, { stored: null }];
    const existingWrite = { stored: { id: 2, pos: at(2) } };
    for (const [n, knownState] of [unreadWrite, missingWrite, existingWrite].entries()) {
      const first = 10 * n + 10;
      const writes = [put('posts', 1, 5, { title: 'late' }), put('posts', 2, first), put('posts', first, first)];
      const writesAsKnown = [...writes, remove('posts', 3, first)].map((write) => ({ ...write, ...knownState }));
      await store.apply(page(first, writesAsKnown));
      await store.apply(page(first + 1, writesAsKnown));
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
