import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { reportNotRun } from '../../../../tests/not-run.js';

let serverUrl: Promise<string | null> | undefined;

export function findMongoUrl(): Promise<string | null> {
  serverUrl ??= findMongo();
  return serverUrl;
}

async function findMongo(): Promise<string | null> {
  const url = process.env.MONGODB_URL ?? (await startContainer());
  if (url) return url;
  const missing = 'MONGODB_URL is not set and no Docker engine answers';
  if (process.env.REQUIRE_MONGODB === '1') throw new Error(`The tests on MongoDB are required, but ${missing}`);
  reportNotRun(`the tests on MongoDB: ${missing}`);
  return null;
}

async function startContainer(): Promise<string | null> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return null;
  }
  const container = await new GenericContainer('mongo:7.0')
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start();
  return `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`;
}

export function createPrefix(): string {
  return `test-${randomUUID().slice(0, 8)}`;
}

export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new MongoClient(url);
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  await client.close();
}
