import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, test } from 'vitest';
import { MongoConnection } from '../../../../projections/src/testing/mongo/mongo-connection.js';
import type { Command } from '../../../../projections/src/testing/mongo/mongo-messages.js';
import { findMongoUrl } from '../../../../projections/src/testing/mongo/mongodb.js';
import { testVault } from '../../testing/vault/vault-contract.js';
import { listCalls } from '../../testing/vault/vault-calls.js';
import { buildAccount } from '../../testing/vault/vault-samples.js';
import { openMongoVault } from './mongo-vault.js';
import type { MemberMark } from '../read-marks.js';
import { VaultUnavailable, type Vault } from '../vault.js';

/** Earlier than every mark in this test. */
const retainedSince = '2026-01-01T00:00:00.000Z';

// Prints a message if no server is available.
const url = await findMongoUrl();

describe.skipIf(url === null)('vault on a MongoDB server', () => {
  const server = url ?? '';

  // Creating the indexes again for each test would take longer than the tests.
  const sharedDatabase = `guildhall_vault_${randomBytes(6).toString('hex')}`;
  afterAll(() => drop(server, sharedDatabase));
  testVault('MongoDB', async () => ({
    open: () => openMongoVault(server, { database: sharedDatabase }),
    remove: () => emptyDatabase(server, sharedDatabase),
  }));

  test('a vault that loses its server is unavailable, and recovers automatically', async () => {
    const database = `guildhall_vault_${randomBytes(6).toString('hex')}`;
    const proxy = await startProxy(server);
    const vault = await openMongoVault(proxy.url, { database });
    await vault.createAccount(buildAccount(1, 'Steve'));
    await proxy.cut();
    for (const outcome of await Promise.allSettled([vault.findAccount(1), vault.findAuthorKeys([1])]))
      expect(outcome).toMatchObject({ reason: expect.any(VaultUnavailable) as VaultUnavailable });
    await proxy.repair();
    expect((await vault.findAccount(1))?.username).toBe('Steve');
    await vault.close();
    await proxy.cut();
    await drop(server, database);
  });

  test('two servers can open a new vault at the same time', async () => {
    const database = `guildhall_vault_${randomBytes(6).toString('hex')}`;
    const vaults = await Promise.all([1, 2].map(() => openMongoVault(server, { database })));
    const outcomes = await Promise.all(
      vaults.map((vault, i) => vault.createAccount(buildAccount(i + 1, 'Steve', { email: `${i}@example.org` }))),
    );
    expect(outcomes.sort()).toEqual(['created', 'username-taken']);
    await Promise.all(vaults.map((vault) => vault.close()));
    await drop(server, database);
  });

  test('two servers that store the first value of a choice do not overwrite each other', async () => {
    const database = `guildhall_vault_${randomBytes(6).toString('hex')}`;
    const vaults = await Promise.all([1, 2].map(() => openMongoVault(server, { database })));
    await Promise.all(vaults.map((vault) => vault.editChoice(1, 'any', (value) => `${value ?? ''}x`)));
    expect(await vaults[0]?.findChoice(1, 'any')).toBe('xx');
    await Promise.all(vaults.map((vault) => vault.close()));
    await drop(server, database);
  });

  test('changes a choice again if another server has just changed it', async () => {
    const database = `guildhall_vault_${randomBytes(6).toString('hex')}`;
    const line = await MongoConnection.open(server);
    const [vault, otherVault] = [
      await openMongoVault(line.buildAddress(''), { database }),
      await openMongoVault(server, { database }),
    ];
    await vault.editChoice(1, 'any', () => 'a');
    let otherChange: Promise<void> | null = null;
    // The first update arrives after the other server's. FerretDB 1.24 does not update atomically, so they must not
    // arrive together.
    line.delay = ({ name }) => (name === 'update' ? otherChange : null);
    await vault.editChoice(1, 'any', (value) => {
      otherChange ??= otherVault.editChoice(1, 'any', (other) => `${other}b`);
      return `${value}c`;
    });
    expect(await vault.findChoice(1, 'any')).toBe('abc');
    await Promise.all([vault.close(), otherVault.close()]);
    await line.close();
    await drop(server, database);
  });

  test("stores hundreds of members' read marks in a few commands of at most fifty updates", async () => {
    const database = `guildhall_vault_${randomBytes(6).toString('hex')}`;
    const line = await MongoConnection.open(server);
    let commands: Command[] = [];
    line.messageFilter = (command) => (commands.push(command), command);
    const vaults = await Promise.all([1, 2].map(() => openMongoVault(line.buildAddress(''), { database })));
    const listCommands = (name: string) =>
      commands.filter((command) => command.name === name && command.collection === 'readMarks');
    const countMaxItems = () => Math.max(...listCommands('update').map(({ items }) => items.length));
    // Both servers insert the same marks. A command is retried if the other server has already inserted one of them.
    await Promise.all(vaults.map((vault, index) => vault.markRead(listMarks(260, `0${5 + index}`), retainedSince)));
    expect(countMaxItems()).toBeLessThanOrEqual(50);
    expect(listCommands('delete')).toHaveLength(vaults.length);
    commands = [];
    await vaults[0]?.markRead(listMarks(260, '05'), retainedSince);
    expect(listCommands('update')).toHaveLength(6);
    expect(countMaxItems()).toBe(50);
    // These marks fall within the same hour.
    expect(listCommands('delete')).toHaveLength(0);
    for (const userId of [0, 130, 259])
      expect(await vaults[0]?.readMarks(userId, ['thread:7'])).toMatchObject([{ order: '06', count: 6 }]);
    await Promise.all(vaults.map((vault) => vault.close()));
    await line.close();
    await drop(server, database);
  });

  test('stores read marks even if another server has just inserted the same ones', async () => {
    const database = `guildhall_vault_${randomBytes(6).toString('hex')}`;
    const line = await MongoConnection.open(server);
    const vault = await openMongoVault(line.buildAddress(''), { database });
    await vault.markRead(listMarks(12, '05'), retainedSince);
    let updateCount = 0;
    // Simulates another server that inserts a mark between this server's lookup and its write.
    line.messageFilter = (command) => {
      if (command.name !== 'update' || command.collection !== 'readMarks' || updateCount === 12) return command;
      const updateItem = command.items[updateCount++];
      return { ...command, items: [{ ...updateItem, q: { ...(updateItem?.q as object), absent: true } }] };
    };
    await vault.markRead(listMarks(12, '06'), retainedSince);
    expect(updateCount).toBe(12);
    for (const userId of [0, 11])
      expect(await vault.readMarks(userId, ['thread:7'])).toMatchObject([{ order: '06', count: 6 }]);
    await vault.close();
    await line.close();
    await drop(server, database);
  });
});

test('every call reports an unavailable vault within seconds if there is no server', async () => {
  const closedPort = await findFreePort();
  const vault: Vault = await openMongoVault(`mongodb://127.0.0.1:${closedPort}`, { database: 'vault' });
  const startedAt = Date.now();
  const outcomes = await Promise.allSettled(listCalls(vault).map((call) => call()));
  for (const outcome of outcomes) {
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(VaultUnavailable);
  }
  expect(Date.now() - startedAt).toBeLessThan(8_000);
  await vault.close();
});

function listMarks(members: number, order: string): MemberMark[] {
  return Array.from({ length: members }, (_, userId) => {
    return { userId, key: 'thread:7', order, count: Number(order), at: '2026-01-02T00:00:00.000Z' };
  });
}

async function drop(server: string, database: string): Promise<void> {
  const client = new MongoClient(server);
  await client.db(database).dropDatabase();
  await client.close();
}

async function emptyDatabase(server: string, database: string): Promise<void> {
  const client = new MongoClient(server);
  for (const collection of await client.db(database).collections()) await collection.deleteMany({});
  await client.close();
}

async function findFreePort(): Promise<number> {
  const probe = await listen(createServer(), 0);
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function startProxy(server: string): Promise<{ url: string; cut(): Promise<void>; repair(): Promise<void> }> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  const open = (port: number) =>
    listen(
      createServer((incoming) => {
        const serverSocket = connect(Number(target.port || 27017), target.hostname);
        for (const [from, to] of [
          [incoming, serverSocket],
          [serverSocket, incoming],
        ] as const) {
          sockets.add(from.on('error', () => to.destroy()).on('close', () => to.destroy()));
          from.pipe(to);
        }
      }),
      port,
    );
  let proxy = await open(0);
  const { port } = proxy.address() as AddressInfo;
  const direct = new URL(server);
  direct.hostname = '127.0.0.1';
  direct.port = String(port);
  direct.searchParams.set('directConnection', 'true');
  return {
    url: direct.href,
    cut: async () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await once(proxy, 'close');
    },
    repair: async () => void (proxy = await open(port)),
  };
}

async function listen(server: Server, port: number): Promise<Server> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
