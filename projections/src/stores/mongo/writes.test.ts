import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { openMongoGenerations, type MongoGenerations } from './generations.js';
import { dropDatabases, createPrefix, findMongoUrl } from '../../testing/mongo/mongodb.js';
import { buildPage, put, schema } from '../../testing/store-fixture.js';

const url = await findMongoUrl();

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
    databasePrefix = createPrefix();
    openedGenerations = [];
  });
  afterEach(async () => {
    for (const generations of openedGenerations) await generations.close();
    await dropDatabases(address, databasePrefix);
  });

  it('writes documents correctly even if the writer expects a wrong stored version', async () => {
    const store = await start();
    await store.apply(buildPage(5, [put('posts', 1, 5, { title: 'kept' }), put('posts', 2, 2)]));
    for (const [n, stored] of [null, { id: 2, pos: toPosition(2) }].entries()) {
      const firstId = 10 * n + 10;
      const writes = [put('posts', 1, 5, { title: 'late' }), put('posts', 2, firstId), put('posts', firstId, firstId)];
      const writesAsRead = writes.map((write) => ({ ...write, stored }));
      await store.apply(buildPage(firstId, writesAsRead));
      await store.apply(buildPage(firstId + 1, writesAsRead));
    }
    expect(await store.find('posts', {}, { sort: [['id', 1]] })).toEqual([
      { id: 1, pos: toPosition(5), title: 'kept' },
      ...[2, 10, 20].map((id) => ({ id, pos: toPosition(id === 2 ? 20 : id) })),
    ]);
  });

  it('writes hundreds of new and existing documents to several collections', async () => {
    const store = await start();
    const putAll = (n: number) =>
      ['posts', 'members'].flatMap((collection) => Array.from({ length: 120 }, (_, id) => put(collection, id, n)));
    await store.apply(buildPage(1, putAll(1)));
    await store.apply(buildPage(2, putAll(2).map((write) => ({ ...write, stored: { id: write.id, pos: toPosition(1) } })))); // prettier-ignore
    await store.apply(buildPage(3, putAll(3)));
    for (const collection of ['posts', 'members']) {
      const documents = await store.find(collection, {});
      expect(new Set(documents.map(({ pos }) => pos))).toEqual(new Set([toPosition(3)]));
      expect(documents).toHaveLength(120);
    }
  });
});
