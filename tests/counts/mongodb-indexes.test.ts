import { startPeer, type EventStoreDbPeer } from '@guildhall/event-store/testing/eventstoredb-peer/peer.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { createMongoClient } from '@guildhall/projections/stores/mongo/connection.js';
import { MongoConnection } from '@guildhall/projections/testing/mongo/mongo-connection.js';
import type { Command } from '@guildhall/projections/testing/mongo/mongo-messages.js';
import { dropDatabases, createPrefix, findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { views } from '@guildhall/projections/views/all-views.js';
import { readLogIdentity } from '@guildhall/server/log/log-identity.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { Projector } from '@guildhall/server/projector/projector.js';
import { startServer, type RunningServer } from '@guildhall/server/server.js';
import { openNetworkStores } from '@guildhall/server/stores/network-stores.js';
import { Outages } from '@guildhall/server/stores/outages.js';
import { addMember, type TestMember } from '@guildhall/server/testing/services.js';
import type { Document } from 'mongodb';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/processes/server-process.js';

const mongo = await findMongoUrl();

describe.skipIf(!mongo)('MongoDB indexes', () => {
  const prefix = createPrefix();
  const folder = createTemporaryFolder();
  const commands: Command[] = [];
  let peer: EventStoreDbPeer;
  let line: MongoConnection;
  let stores: Awaited<ReturnType<typeof openNetworkStores>>;
  let projector: Projector;
  let server: RunningServer;
  let members: TestMember[];

  beforeAll(async () => {
    peer = await startPeer();
    line = await MongoConnection.open(mongo ?? '');
    line.messageFilter = (command) => (commands.push(command), command);
    const addresses = { EVENTSTORE_URL: peer.address, MONGODB_URL: line.buildAddress(prefix) };
    const settings = {
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      PORT: '0',
      SECRET: 'a secret of this test alone, and long',
    };
    const env = readEnv({ ...addresses, ...settings });
    const logger = pino({ level: 'silent' });
    if (!env.network) throw new Error('not the network mode');
    stores = await openNetworkStores({ network: env.network, s3: null }, new Outages());
    const build = buildInThisThread({ ...stores, views, epoch: 1 });
    projector = await Projector.open({ stores, build, logId: await readLogIdentity(stores.log), epoch: 1, logger });
    projector.start();
    server = await startServer(env, logger);
    members = await Promise.all(['Steve', 'Robin'].map((name) => addMember(server.services, name)));
  });
  afterAll(async () => {
    await server.close();
    await projector.stop();
    await stores.close();
    await line.close();
    peer.stop();
    await dropDatabases(mongo ?? '', prefix);
  });

  async function send<T>(method: string, path: string, body?: object, member = members[0]): Promise<T> {
    const url = `http://127.0.0.1:${server.port}`;
    const headers = { cookie: member?.cookie ?? '', origin: url, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  test('every query and write for a reply, its readers and their read marks uses an index', async () => {
    const [section] = server.services.policy.structure.sections.keys();
    const thread = { title: 'A pier', content: 'Where?', section_id: section };
    const { id } = await send<{ id: number }>('POST', '/forums/threads', thread);
    commands.length = 0;
    for (const member of [...members, ...members])
      await send('POST', '/forums/posts', { thread_id: id, content: 'Here!' }, member);
    const posts = await send<{ order: string }[]>('GET', `/forums/posts/${id}`);
    await send('PUT', `/forums/threads/${id}/read`, { order: posts.at(-1)?.order }, members[1]);
    await server.services.readMarks.waitUntilSettled();
    const lookupsByShape = new Map<string, Lookup>();
    // A periodic task reads `presence`, which contains one document per server.
    for (const lookup of commands.flatMap(listLookups).filter(({ collection }) => collection !== 'presence'))
      lookupsByShape.set(JSON.stringify([lookup.name, describeShape(lookup)]), lookup);
    const names = new Set([...lookupsByShape.values()].map(({ name }) => name));
    for (const name of [
      'find posts',
      'find changes',
      'find _state',
      'update threads',
      'update _redo',
      'update readMarks',
    ])
      expect(names).toContain(name);
    const client = createMongoClient(mongo ?? '');
    const unservedLookups: string[] = [];
    for (const { db, collection, ...lookup } of lookupsByShape.values()) {
      const indexes = await client.db(db).collection(collection).indexes();
      if (!isServed(lookup, indexes.map(({ key }) => Object.keys(key)))) unservedLookups.push(`${lookup.name} ${describeShape(lookup)}`); // prettier-ignore
    }
    await client.close();
    expect(unservedLookups).toEqual([]);
  });
});

interface Lookup {
  name: string;
  db: string;
  collection: string;
  filter: Document;
  sort: string[];
}

function listLookups({ name, db, collection, items, body }: Command): Lookup[] {
  const buildCase = (filter: Document) => ({
    name: `${name} ${collection}`,
    db,
    collection,
    filter,
    sort: Object.keys((body.sort as Document | undefined) ?? {}),
  });
  if (name === 'update' || name === 'delete') return items.map(({ q }) => buildCase(q as Document));
  if (name === 'find') return isFirstById(body) ? [] : [buildCase((body.filter as Document | undefined) ?? {})];
  if (name === 'findAndModify') return [buildCase(body.query as Document)];
  if (name === 'aggregate') return [buildCase({ all: 'of the collection' })];
  return [];
}

/** MongoDB reads only this document, from the index of ids. */
const isFirstById = ({ filter, sort, limit }: Document): boolean =>
  Number(limit) === 1 &&
  Object.keys((filter ?? {}) as Document).length === 0 &&
  Object.keys((sort ?? {}) as Document).join() === '_id';

const describeShape = ({ filter, sort }: Pick<Lookup, 'filter' | 'sort'>): string =>
  `${JSON.stringify(filter, (_, value: unknown) => (typeof value === 'object' ? value : '?'))} ${sort.join()}`;

/** The index must begin with the equality fields, followed by the sort fields or a range. */
function isServed({ filter, sort }: Pick<Lookup, 'filter' | 'sort'>, indexes: readonly string[][]): boolean {
  const { $or, ...fields } = filter as Record<string, unknown>;
  if (Array.isArray($or))
    return $or.every((alternative) => isServed({ filter: alternative as Document, sort: [] }, indexes));
  const names = Object.keys(fields);
  const ranges = names.filter((name) => isRange(fields[name]));
  return indexes.some((index) => {
    const equal = index.findIndex((field) => !names.includes(field) || ranges.includes(field));
    const rest = equal < 0 ? [] : index.slice(equal);
    const isOne = index.length === 1 && equal < 0 && index[0] === '_id';
    if (isOne) return true; // An equality filter on the id selects one document, whatever the other conditions are.
    const equalFields = equal < 0 ? index.length : equal;
    const isRangeNext = ranges.length === 0 || (ranges.length === 1 && ranges[0] === rest[0]);
    return (
      equalFields + ranges.length === names.length &&
      names.length > 0 &&
      isRangeNext &&
      sort.every((field, n) => field === rest[n])
    );
  });
}

const isRange = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  Object.keys(condition).some((key) => /^\$(gt|lt|ne|not)/.test(key));
