import { setTimeout as sleep } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { expect, it, onTestFinished } from 'vitest';
import { createMongoClient, withMongo } from './connection.js';
import { startBreakableProxy } from '../../testing/mongo/breakable-proxy.js';
import { findMongoUrl } from '../../testing/mongo/mongodb.js';

const url = await findMongoUrl();

const clientCount = 20; // With the driver's default heartbeats, some of so many clients never find the server again.
const defaultMinHeartbeatMs = 500;

it.skipIf(!url)('every client finds the server again after all connections broke at once', async () => {
  const target = new URL(url ?? '');
  const proxy = await startBreakableProxy(target);
  const address = new URL(target);
  address.host = proxy.host;
  address.searchParams.set('directConnection', 'true');
  const clients = Array.from({ length: clientCount }, () => createMongoClient(address.href));
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await proxy.close();
  });
  const ping = (client: MongoClient) =>
    withMongo(client, () => client.db('admin').command({ ping: 1 })).then(
      () => 'found',
      (error: Error) => error.message,
    );
  const pingAll = () => Promise.all(clients.flatMap((client) => [ping(client), ping(client)]));
  await pingAll();
  await sleep(defaultMinHeartbeatMs); // Until then, no operation makes the driver check the server again.
  const brokenPings = pingAll();
  await new Promise(setImmediate);
  proxy.cut();
  expect((await brokenPings).every((result) => result === 'found')).toBe(false);

  proxy.repair();
  for (const client of clients) await expect.poll(() => ping(client)).toBe('found');
});
