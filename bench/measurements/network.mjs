import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import {
  cpuSecondsOf,
  runClient,
  startBaseline,
  startEventStoreDouble,
  startGuildhall,
  startMongoDouble,
  startProjector,
} from '../processes.mjs';
import { print } from '../report.mjs';
import { seed } from '../seed.mjs';

const size = { members: 70, threads: 100, replies: 200, changes: 0, cookies: 64, atOnce: 16 };

/**
 * Replies of the network mode with 1, 8 and 64 clients, compared with one read, one append and six round trips to
 * MongoDB in a row on the same stores, whose collections have the same documents: the double of EventStoreDB of the
 * tests and, unless there is a MongoDB at `MONGODB_URL`, a double of it, each in a process of its own.
 */
export async function network({ folder, quick }) {
  const running = [];
  const started = (it) => (running.push(it), it);
  const database = `bench-${randomUUID().slice(0, 8)}`;
  const eventStore = started(await startEventStoreDouble());
  const double = process.env.MONGODB_URL ? null : started(await startMongoDouble());
  const mongo = process.env.MONGODB_URL ?? double.address;
  console.log(`EventStoreDB: a double; MongoDB: ${double ? 'a double' : mongo}`);
  const mongoUrl = new URL(mongo);
  mongoUrl.pathname = database;
  // With a prefix of its own, so that the server does not follow the events of the baseline too.
  const eventStoreUrl = eventStore.address.replace('?', '/bench?');
  const env = { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl.href, SECRET: randomUUID() + randomUUID() };
  const dataDir = join(folder, 'network');
  try {
    const projector = started(startProjector(dataDir, env));
    const { threads, cookies } = await seed({ dataDir, network: env, ...size });
    const bare = { EVENTSTORE_URL: eventStore.address, MONGODB_URL: mongo, MONGODB_DATABASE: `${database}-bare` };
    const views = (await databasesOf(mongo)).find((name) => name.startsWith(database) && /_views_\d+$/.test(name));
    const baseline = started(await startBaseline('eventstoredb-mongodb', { ...bare, VIEWS_DATABASE: views }));
    const guildhall = started(await startGuildhall(dataDir, undefined, [], env));
    const stores = [eventStore, ...(double ? [double] : [])];
    const rows = await measured({ guildhall, projector, baseline, stores, threads, cookies, seconds: quick ? 3 : 10 });
    print(rows);
    return rows;
  } catch (error) {
    console.error(error); // at once: nothing below may hide it
    throw error;
  } finally {
    for (const it of running.reverse()) await it.stop();
    if (!double) await drop(mongo, database);
  }
}

async function measured({ guildhall, projector, baseline, stores, threads, cookies, seconds }) {
  const content = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);
  const bodies = threads.slice(2).map((id) => JSON.stringify({ thread_id: id, content }));
  const load = async (what, { url }, path, connections, processes) => {
    const groups = Object.entries({ ...processes, stores });
    const before = groups.map(([, group]) => cpuOf(group));
    const requests = bodies.map((body) => ({ method: 'POST', path, body }));
    const result = await runClient('http-load.mjs', { url, connections, cookies, seconds, requests });
    const { perSecond, p50, p99, failed } = result;
    const each = ([, group], n) => ((cpuOf(group) - before[n]) * 1_000) / (perSecond * seconds);
    const cpu = Object.fromEntries(groups.map((group, n) => [`CPU ms each, ${group[0]}`, each(group, n)]));
    return { what: `${what}, ${connections} clients`, 'replies/s': perSecond, p50, p99, ...cpu, failed };
  };
  const rows = [];
  for (const clients of [1, 8, 64]) {
    const bare = await load('bare stores', baseline, '/reply', clients, { server: [baseline], projector: [] });
    const own = { server: [guildhall], projector: [projector] };
    const row = await load('Guildhall', guildhall, '/api/forums/posts', clients, own);
    rows.push({ ...bare, ratio: 1 }, { ...row, ratio: row['replies/s'] / bare['replies/s'] });
  }
  return rows;
}

const cpuOf = (group) => group.reduce((sum, { child }) => sum + cpuSecondsOf(child), 0);

async function databasesOf(url) {
  const client = new MongoClient(url);
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  await client.close();
  return databases.map(({ name }) => name);
}

async function drop(url, prefix) {
  const client = new MongoClient(url);
  for (const name of await databasesOf(url)) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
