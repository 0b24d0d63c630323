import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import {
  cpuSecondsOf,
  runClient,
  startBaseline,
  startEventStoreDouble,
  startGuildhall,
  startProjector,
} from '../processes.mjs';
import { print } from '../report.mjs';
import { seed } from '../seed.mjs';

const size = { members: 70, threads: 100, replies: 200, changes: 0, cookies: 64, atOnce: 16 };

/**
 * Replies of the network mode with 1, 8 and 64 clients, compared with one read, one append and six round trips to
 * MongoDB in a row on the same stores: the double of EventStoreDB of the tests, in a process of its own, and the MongoDB
 * at `MONGODB_URL`.
 */
export async function network({ folder, quick }) {
  if (!process.env.MONGODB_URL) {
    console.log('NOT RUN: MONGODB_URL is not set');
    return [];
  }
  const database = `bench-${randomUUID().slice(0, 8)}`;
  const eventStore = await startEventStoreDouble();
  const mongoUrl = new URL(process.env.MONGODB_URL);
  mongoUrl.pathname = database;
  // With a prefix of its own, so that the server does not follow the events of the baseline too.
  const eventStoreUrl = eventStore.address.replace('?', '/bench?');
  const env = { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl.href, SECRET: randomUUID() + randomUUID() };
  const dataDir = join(folder, 'network');
  const running = [eventStore];
  const started = (it) => (running.push(it), it);
  try {
    const projector = started(startProjector(dataDir, env));
    const { threads, cookies } = await seed({ dataDir, network: env, ...size });
    const guildhall = started(await startGuildhall(dataDir, undefined, [], env));
    const bare = { EVENTSTORE_URL: eventStore.address, MONGODB_URL: process.env.MONGODB_URL };
    const named = { ...bare, MONGODB_DATABASE: `${database}-bare` };
    const baseline = started(await startBaseline('eventstoredb-mongodb', named));
    const rows = await measured({ guildhall, projector, baseline, threads, cookies, seconds: quick ? 3 : 10 });
    print(rows);
    return rows;
  } catch (error) {
    console.error(error); // at once: nothing below may hide it
    throw error;
  } finally {
    for (const it of running.reverse()) await it.stop();
    await drop(database);
  }
}

async function measured({ guildhall, projector, baseline, threads, cookies, seconds }) {
  const content = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);
  const bodies = threads.slice(2).map((id) => JSON.stringify({ thread_id: id, content }));
  const load = async (what, { url }, path, connections, children) => {
    const before = cpuOf(children);
    const requests = bodies.map((body) => ({ method: 'POST', path, body }));
    const result = await runClient('http-load.mjs', { url, connections, cookies, seconds, requests });
    const { perSecond, p50, p99, failed } = result;
    const cpu = ((cpuOf(children) - before) * 1_000) / (perSecond * seconds);
    return { what: `${what}, ${connections} clients`, 'replies/s': perSecond, p50, p99, 'CPU ms each': cpu, failed };
  };
  const rows = [];
  for (const clients of [1, 8, 64]) {
    const bare = await load('bare stores', baseline, '/reply', clients, [baseline.child]);
    const own = await load('Guildhall', guildhall, '/api/forums/posts', clients, [guildhall.child, projector.child]);
    rows.push({ ...bare, ratio: 1 }, { ...own, ratio: own['replies/s'] / bare['replies/s'] });
  }
  return rows;
}

const cpuOf = (children) => children.reduce((sum, child) => sum + cpuSecondsOf(child), 0);

async function drop(prefix) {
  const client = new MongoClient(process.env.MONGODB_URL);
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
