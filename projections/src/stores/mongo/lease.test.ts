import { setTimeout as sleep } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMongoClient } from './connection.js';
import { acquireLease, waitForLease } from './lease.js';
import { startBreakableProxy } from '../../testing/mongo/breakable-proxy.js';
import { dropDatabases, createPrefix, findMongoUrl } from '../../testing/mongo/mongodb.js';

const url = await findMongoUrl();

describe.skipIf(!url)('projector lease', () => {
  const address = url ?? '';
  let client: MongoClient;
  let prefix: string;
  const getDatabase = () => client.db(`${prefix}_meta`);
  beforeEach(() => {
    client = createMongoClient(address);
    prefix = createPrefix();
  });
  afterEach(async () => {
    await client.close();
    await dropDatabases(address, prefix);
  });

  it('only one of several concurrent requests gets the projector lease', async () => {
    const attempts = await Promise.all(
      ['a', 'b', 'c', 'd'].map((holder) => acquireLease(getDatabase(), holder, 5_000)),
    );
    const heldLeases = attempts.filter((lease) => lease !== null);
    expect(heldLeases.map(({ epoch }) => epoch)).toEqual([1]);
    expect(await acquireLease(getDatabase(), 'a', 5_000)).toBeNull();
    await heldLeases[0]?.release();
  });

  it('each new lease holder gets a higher epoch', async () => {
    for (let epoch = 1; epoch <= 3; epoch++) {
      const lease = await acquireLease(getDatabase(), 'same', 5_000);
      expect(lease?.epoch).toBe(epoch);
      expect(await lease?.renew()).toBe(true);
      await lease?.release();
      expect(lease?.lost.aborted).toBe(true);
      expect(await lease?.renew()).toBe(false);
    }
  });

  it('renews the projector lease automatically while it is held', async () => {
    const lease = await acquireLease(getDatabase(), 'a', 600);
    await sleep(1_500);
    expect(lease?.lost.aborted).toBe(false);
    expect(await acquireLease(getDatabase(), 'b', 600)).toBeNull();
    await lease?.release();
  });

  it('a waiting process gets the lease if the holder disconnects, and the holder is notified', async () => {
    const proxy = await startBreakableProxy(new URL(address));
    const isolatedClient = createMongoClient(
      address.replace(new URL(address).host, proxy.host) + '?directConnection=true',
    );
    const firstLease = await acquireLease(isolatedClient.db(`${prefix}_meta`), 'a', 900);
    const pendingLease = waitForLease(getDatabase(), 'b', 900, AbortSignal.timeout(10_000));
    proxy.cut();
    const second = await pendingLease;
    expect([firstLease?.epoch, second?.epoch]).toEqual([1, 2]);
    await expect.poll(() => firstLease?.lost.aborted, { timeout: 5_000 }).toBe(true);
    await second?.release();
    await isolatedClient.close();
    await proxy.close();
  });

  it('a former holder cannot reclaim the lease after another took over', async () => {
    const firstLease = await acquireLease(getDatabase(), 'a', 60_000);
    await getDatabase()
      .collection('leases')
      .updateOne({}, { $set: { expires: 1 } });
    const second = await acquireLease(getDatabase(), 'b', 60_000);
    expect(await firstLease?.renew()).toBe(false);
    expect(firstLease?.lost.aborted).toBe(true);
    await firstLease?.release();
    expect(await acquireLease(getDatabase(), 'c', 60_000)).toBeNull();
    await second?.release();
  });

  it('waits for the projector lease until aborted', async () => {
    const lease = await acquireLease(getDatabase(), 'a', 60_000);
    expect(await waitForLease(getDatabase(), 'b', 300, AbortSignal.timeout(500))).toBeNull();
    await lease?.release();
    expect(await waitForLease(getDatabase(), 'b', 300, AbortSignal.abort())).toBeNull();
  });
});
