import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { readCpuSeconds, runClient, startEventStoreDouble, startGuildhall, startProjector } from '../processes.mjs';
import { print } from '../report.mjs';
import { seed } from '../seed.mjs';

const size = { members: 70, threads: 100, replies: 200, changes: 0, cookies: 64, concurrency: 16 };

/**
 * Measures replies in network mode with 1, 8 and 64 clients, on the MongoDB server at `MONGODB_URL` and the
 * EventStoreDB double in a separate process. There is no baseline: with remote stores, the number of calls determines
 * the time, and tests/counts/eventstoredb-calls.test.ts and projections/src/stores/mongo/round-trips.test.ts count
 * them.
 */
export async function measureNetwork({ folder, quick }) {
  const mongo = process.env.MONGODB_URL;
  if (!mongo) {
    console.log('Not measured: set MONGODB_URL.');
    return [];
  }
  const running = [];
  const track = (program) => (running.push(program), program);
  const database = `bench-${randomUUID().slice(0, 8)}`;
  const eventStore = track(await startEventStoreDouble());
  const mongoUrl = new URL(mongo);
  mongoUrl.pathname = database;
  const env = { EVENTSTORE_URL: eventStore.address, MONGODB_URL: mongoUrl.href, SECRET: randomUUID() + randomUUID() };
  const dataDir = join(folder, 'network');
  try {
    const projector = track(startProjector(dataDir, env));
    const { threads, cookies } = await seed({ dataDir, network: env, ...size });
    const guildhall = track(await startGuildhall(dataDir, undefined, [], env));
    const rows = await measure({ guildhall, projector, eventStore, threads, cookies, seconds: quick ? 3 : 10 });
    print(rows);
    return rows;
  } catch (error) {
    console.error(error); // The error is logged now because a failure during cleanup could hide it.
    throw error;
  } finally {
    for (const program of running.reverse()) await program.stop();
    await dropDatabases(mongo, database);
  }
}

async function measure({ guildhall, projector, eventStore, threads, cookies, seconds }) {
  const content = 'Could the pier run *under* it? A tunnel with glass walls, boats on both sides. '.repeat(5);
  const requests = threads.slice(2).map((id) => {
    return { method: 'POST', path: '/api/forums/posts', body: JSON.stringify({ thread_id: id, content }) };
  });
  const programs = Object.entries({ server: guildhall, projector, EventStoreDB: eventStore });
  const rows = [];
  for (const connections of [1, 8, 64]) {
    const cpuBefore = programs.map(([, { child }]) => readCpuSeconds(child));
    const result = await runClient('http-load.mjs', { url: guildhall.url, connections, cookies, seconds, requests });
    const { perSecond, p50, p99, failed } = result;
    const cpu = programs.map(([name, { child }], n) => {
      return [`CPU ms each, ${name}`, ((readCpuSeconds(child) - cpuBefore[n]) * 1_000) / (perSecond * seconds)];
    });
    rows.push({ clients: connections, 'replies/s': perSecond, p50, p99, ...Object.fromEntries(cpu), failed });
  }
  return rows;
}

async function listDatabases(url) {
  const client = new MongoClient(url);
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  await client.close();
  return databases.map(({ name }) => name);
}

async function dropDatabases(url, prefix) {
  const client = new MongoClient(url);
  for (const name of await listDatabases(url)) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
