import { setTimeout as sleep } from 'node:timers/promises';
import { Collection } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { createIndexClient, createMongoClient } from './connection.js';
import { openMongoGenerations, type MongoGenerations } from './generations.js';
import { MongoRedo } from './redo.js';
import { writeDocuments } from './writes.js';
import { startBreakableProxy } from '../../testing/mongo/breakable-proxy.js';
import { MongoConnection } from '../../testing/mongo/mongo-connection.js';
import { dropDatabases, createPrefix, findMongoUrl } from '../../testing/mongo/mongodb.js';
import { testViewStore } from '../../testing/contract/view-store-contract.js';
import { buildEventAt, buildPage, put, schema } from '../../testing/store-fixture.js';
import { prepareMongoFixture } from '../../testing/store-fixtures.js';
import { StaleWriter, StoreUnavailable } from '../../view-store.js';

const url = await findMongoUrl();

if (url) testViewStore('MongoDB', prepareMongoFixture(url));

describe.skipIf(!url)('MongoDB view store', () => {
  const address = url ?? '';
  let databasePrefix: string;
  let openedGenerations: MongoGenerations[];
  const start = async (afterWrite?: (written: number) => void, at = address) => {
    const generations = await openMongoGenerations(at, schema, { databasePrefix, afterWrite });
    openedGenerations.push(generations);
    return generations.open(1);
  };
  const crashAt = (n: number) => (written: number) => {
    if (written === n) throw new Error('crash');
  };
  beforeEach(() => {
    databasePrefix = createPrefix();
    openedGenerations = [];
  });
  afterEach(async () => {
    for (const generations of openedGenerations) await generations.close();
    await dropDatabases(address, databasePrefix);
  });

  it("does not list another installation's views, even if its name is similar", async () => {
    await start();
    const other = await openMongoGenerations(address, schema, {
      databasePrefix: `${databasePrefix}-${databasePrefix}`,
    });
    openedGenerations.push(other);
    await other.open(2);
    expect(await openedGenerations[0]?.list()).toEqual([1]);
    expect(await other.list()).toEqual([2]);
  });

  it('completes an unfinished page from its redo record only once', async () => {
    const crashedStore = await start(crashAt(1));
    await expect(crashedStore.apply(buildPage(3, [put('posts', 1, 3), put('posts', 2, 3)]))).rejects.toThrow('crash');
    const next = await start();
    expect(await next.find('posts', {})).toEqual([{ id: 1, pos: toPosition(3) }]);
    await next.recover(2);
    expect(await next.readCheckpoint()).toBe(toPosition(3));
    expect(await next.count('posts', {})).toBe(2);
    const third = await start(() => {
      throw new Error('wrote again');
    });
    await third.recover(3);
  });

  it('completes a page that is too large for a single redo record', { timeout: 60_000 }, async () => {
    const text = 'x'.repeat(900_000);
    const writes = Array.from({ length: 30 }, (_, i) => put('posts', i, 1, { text: text + i }));
    const crashedStore = await start(crashAt(2));
    await expect(crashedStore.apply(buildPage(1, writes))).rejects.toThrow('crash');
    const next = await start();
    await next.recover(2);
    const documents = await next.getMany('posts', [0, 13, 29]);
    expect(documents).toHaveLength(3);
    expect(documents).toEqual(expect.arrayContaining([{ id: 29, pos: toPosition(1), text: `${text}29` }]));
    expect(await next.count('posts', {})).toBe(30);
    const db = openedGenerations[0]!.metaDatabase.client.db(`${databasePrefix}_views_1`);
    expect(await db.collection('_redoParts').countDocuments()).toBe(0);
  });

  it("rejects a stale writer's unfinished page after another writer took over", async () => {
    const writes = [put('posts', 1, 3, { title: 'slept' }), put('posts', 2, 3), put('posts', 3, 3)];
    const sleeper = await start(crashAt(1));
    await expect(sleeper.apply(buildPage(3, writes))).rejects.toThrow('crash');
    const next = await start();
    await next.recover(2);
    await next.apply(buildPage(5, [put('posts', 1, 5, { title: 'later' }), put('posts', 2, 5), put('posts', 3, 4)], 2));

    const client = createMongoClient(address);
    const db = client.db(`${databasePrefix}_views_1`);
    await writeDocuments(db, writes);
    const begunPage = { page: 'the page that slept', epoch: 1, last: buildEventAt(toPosition(3)), writes, parts: 0 };
    await expect(new MongoRedo(db).finish(begunPage)).rejects.toThrow(StaleWriter);
    await expect(new MongoRedo(db).begin(buildPage(6, writes), 'the next')).rejects.toThrow(StaleWriter);
    await client.close();

    expect(await next.find('posts', {}, { sort: [['id', 1]] })).toEqual([
      { id: 1, pos: toPosition(5), title: 'later' },
      { id: 2, pos: toPosition(5) },
      { id: 3, pos: toPosition(4) },
    ]);
    expect(await next.readCheckpoint()).toBe(toPosition(5));
  });

  it('a stale writer cannot overwrite newer documents in the middle of a page', async () => {
    const sleeper = await start();
    await sleeper.apply(buildPage(1, [put('posts', 1, 1)]));
    const takeOver = async () => {
      const next = await start();
      await next.apply(buildPage(5, [put('posts', 1, 5, { title: 'later' })], 2));
    };
    const bulkWrite = vi.spyOn(Collection.prototype, 'bulkWrite');
    bulkWrite.mockImplementationOnce(async function (this: Collection, ...args) {
      await takeOver();
      return this.bulkWrite(...args);
    });
    await expect(sleeper.apply(buildPage(3, [put('posts', 1, 3, { title: 'slept' })]))).rejects.toThrow(StaleWriter);
    bulkWrite.mockRestore();
    expect(await sleeper.find('posts', {})).toEqual([{ id: 1, pos: toPosition(5), title: 'later' }]);
  });

  it('reports an unreachable MongoDB server as unavailable and recovers afterwards', async () => {
    const { host } = new URL(address);
    const proxy = await startBreakableProxy(new URL(address));
    const store = await start(undefined, address.replace(host, proxy.host) + '?directConnection=true');
    await store.apply(buildPage(1, [put('posts', 1, 1)]));
    proxy.cut();
    await expect(store.apply(buildPage(2, [put('posts', 1, 2)]))).rejects.toThrow(StoreUnavailable);
    await expect(store.find('posts', {})).rejects.toThrow(StoreUnavailable);
    proxy.repair();
    await expect.poll(() => store.recover(1).then(() => 'recovered'), { timeout: 15_000 }).toBe('recovered');
    await store.apply(buildPage(2, [put('posts', 1, 2)]));
    expect(await store.find('posts', {})).toEqual([{ id: 1, pos: toPosition(2) }]);
    await proxy.close();
  });

  it('a writer with an earlier epoch cannot change the live pointer', async () => {
    const one = await openMongoGenerations(address, schema, { databasePrefix });
    openedGenerations.push(one);
    const live = { log: 'log-a', views: 1, generation: 1, historyId: '0000000a' };
    await one.setLive(live, 3);
    await one.setLive({ ...live, generation: 2 }, 3);
    await expect(one.setLive({ ...live, generation: 4 }, 2)).rejects.toBeInstanceOf(StaleWriter);
    expect(await one.findLive()).toEqual({ ...live, generation: 2 });
    await one.setLive({ ...live, generation: 5 }, 4);
    expect(await one.findLive()).toEqual({ ...live, generation: 5 });
  });

  it('building an index has a longer timeout than other calls', async () => {
    const line = await MongoConnection.open(address);
    let indexes = 0;
    line.delay = ({ name }) => (name === 'createIndexes' && indexes++ === 0 ? sleep(700) : null);
    const slowGenerations = await openMongoGenerations(line.buildAddress(''), schema, {
      databasePrefix,
      clientOptions: { socketTimeoutMS: 500 },
    });
    openedGenerations.push(slowGenerations);
    const store = await slowGenerations.open(1);
    expect(await store.count('posts', {})).toBe(0);
    expect(indexes).toBeGreaterThan(0);
    line.delay = () => sleep(700);
    await expect(store.count('posts', {})).rejects.toBeInstanceOf(StoreUnavailable);
    await line.close();
  });
});

describe('MongoDB view store without a server', () => {
  it('the store can be opened before its server is available, and reports each failed call', async () => {
    const generations = await openMongoGenerations('mongodb://127.0.0.1:1', schema, {
      clientOptions: { serverSelectionTimeoutMS: 200 },
    });
    for (let i = 0; i < 2; i++) await expect(generations.findLive()).rejects.toThrow(StoreUnavailable);
    await expect(generations.open(1)).rejects.toThrow(StoreUnavailable);
    await generations.close();
  });
});

it.each([
  'mongodb://host/?readPreference=secondary&w=1&journal=false&replicaSet=rs',
  'mongodb://a,b/blue?readPreference=nearest&readPreferenceTags=dc:ny&maxStalenessSeconds=120&readConcernLevel=available',
  'mongodb://host/?W=0&wTimeoutMS=1&ReadPreference=secondaryPreferred',
  'mongodb://host',
])('reads from the primary and writes to a majority, regardless of the address %s', async (uri) => {
  for (const client of [createMongoClient(uri), createIndexClient(uri)]) {
    expect(client.options.readPreference.mode).toBe('primary');
    expect(client.options.readPreference.tags ?? []).toEqual([]);
    expect(client.options.readConcern?.level ?? 'local').toBe('local');
    expect(client.options.writeConcern).toMatchObject({ w: 'majority', journal: true, wtimeoutMS: 10_000 });
    expect(client.options.replicaSet ?? null).toBe(uri.includes('replicaSet') ? 'rs' : null);
    await client.close();
  }
});
