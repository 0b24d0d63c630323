import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { expect, test } from 'vitest';
import { limitParameter, openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { testVault } from '../../testing/vault/vault-contract.js';
import { createDelivery } from '../../testing/deliveries/vault-delivery-samples.js';
import { buildFileRecord, formatHour, buildAccount, buildMail } from '../../testing/vault/vault-samples.js';
import { scrubVaultInThisThread } from './scrub-vault.js';
import { openSqliteVault } from './sqlite-vault.js';
import { changeMail } from '../../mail/new-mail.js';
import { VaultUnavailable } from '../vault.js';

testVault('SQLite', async () => {
  const folder = createTemporaryFolder();
  return {
    open: () => openSqliteVault(join(folder, 'vault.db')),
  };
});

test('an erasure leaves no trace of the member in the files of an open vault', async () => {
  const folder = createTemporaryFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  const members = Array.from({ length: 300 }, (_, i) => buildPerson(((i * 7919) % 300) + 1));
  for (const { account } of members) await vault.createAccount(account);
  for (const { account } of members) {
    await vault.createSession({
      id: `session${account.id}x`,
      userId: account.id,
      createdAt: 'a',
      expiresAt: 'b',
      userAgent: `Agent${account.id}x`,
    });
    await vault.saveFile({ ...buildFileRecord(`file${account.id}`, account.id), salt: createSalt(account.id) });
    await vault.editAccount(
      account.id,
      changeMail(`Mail${account.id}x`, {
        lastError: `Refused ${account.id}x `.repeat(account.id % 30),
      }),
    );
    await vault.editAccount(account.id, () => ({
      passwordHash: `$argon2id$second${account.id}x`,
      verified: account.id % 2 === 0,
    }));
  }
  expect(findTraces(folder, members)).toHaveLength(members.length);

  const erasedMembers = members.filter(({ account }) => account.id % 3 !== 0);
  for (let from = 0; from < erasedMembers.length; from += 10)
    await Promise.all(
      erasedMembers.slice(from, from + 10).map(({ account: { id } }) => vault.eraseAccount(id, id % 3 === 1)),
    );
  expect(findTraces(folder, erasedMembers)).toEqual([]);
  const keys = erasedMembers
    .filter(({ account }) => listBytes(folder).includes(toHex(account.key)))
    .map(({ account }) => account.id % 3);
  expect(new Set(keys)).toEqual(new Set([2]));
  expect(findTraces(folder, members)).toHaveLength(100);
  await vault.close();
});

test('does not report an erasure as done while another reader blocks it', async () => {
  const folder = createTemporaryFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  await vault.createAccount(buildAccount(1, 'Steve'));
  const reader = openDatabase(join(folder, 'vault.db'), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM accounts').get();
  await expect(vault.eraseAccount(1, true)).rejects.toBeInstanceOf(VaultUnavailable);
  reader.exec('COMMIT');
  await vault.eraseAccount(1, true);
  expect(listBytes(folder).toString('latin1')).not.toContain('Steve');
  reader.close();
  await vault.close();
});

test('opening the vault finishes an erasure interrupted by a crash', async () => {
  const folder = createTemporaryFolder();
  const path = join(folder, 'vault.db');
  const vault = await openSqliteVault(path);
  const members = Array.from({ length: 300 }, (_, i) => buildPerson(((i * 7919) % 300) + 1));
  for (const { account } of members) await vault.createAccount(account);
  const erasures = members.map(({ account }) => vault.eraseAccount(account.id, true));
  const copy = createTemporaryFolder();
  for (const file of readdirSync(folder)) copyFileSync(join(folder, file), join(copy, file));
  expect(findTraces(copy, members).length).toBeGreaterThan(0);
  await Promise.all(erasures);

  const openedVault = await openSqliteVault(join(copy, 'vault.db'));
  expect(await openedVault.listAccountNames(0, 10)).toEqual([]);
  expect(findTraces(copy, members)).toEqual([]);
  await openedVault.close();
  await vault.close();
});

test('during a scrub, writes wait, reads continue, and new erasures share the next one', async () => {
  const folder = createTemporaryFolder();
  const path = join(folder, 'vault.db');
  const finish: (() => void)[] = [];
  const scrub = async () => {
    await new Promise<void>((resolve) => void finish.push(resolve));
    await scrubVaultInThisThread(path);
  };
  const vault = await openSqliteVault(path, scrub);
  for (const id of [1, 2, 3, 4]) await vault.createAccount(buildAccount(id, `Player${id}`));
  const completedWrites: string[] = [];
  const recordCompletion = (name: string, work: Promise<unknown>) => work.then(() => completedWrites.push(name));
  const firstErasure = recordCompletion('erasure 1', vault.eraseAccount(1, true));
  await expect.poll(() => finish.length).toBe(1);
  const laterWrites = [
    recordCompletion(
      'change',
      vault.editAccount(4, () => ({ verified: true })),
    ),
    recordCompletion(
      'session',
      vault.createSession({ id: 's', userId: 4, createdAt: 'a', expiresAt: 'b', userAgent: 'c' }),
    ),
    recordCompletion('erasure 2', vault.eraseAccount(2, true)),
    recordCompletion('erasure 3', vault.eraseAccount(3, true)),
  ];
  expect((await vault.listAccountNames(0, 10)).map(({ id }) => id)).toEqual([2, 3, 4]);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(completedWrites).toEqual([]);
  finish[0]?.();
  await firstErasure;
  await expect.poll(() => finish.length).toBe(2);
  expect(completedWrites.sort()).toEqual(['change', 'erasure 1', 'session']);
  expect((await vault.listAccountNames(0, 10)).map(({ id }) => id)).toEqual([4]);
  finish[1]?.();
  await Promise.all(laterWrites);
  expect(finish).toHaveLength(2);
  await vault.close();
});

test('moves file bytes out of an older vault, even if a crash interrupts it', async () => {
  const folder = createTemporaryFolder();
  const path = join(folder, 'vault.db');
  await (await openSqliteVault(path)).close();
  const db = openDatabase(path);
  db.exec('CREATE TABLE file_bytes (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO file_bytes VALUES (?, ?)');
  for (const name of ['1/a', '2/b']) insert.run(name, Buffer.from(name));
  db.close();
  // A folder cannot be replaced with a file.
  mkdirSync(join(folder, 'files/2/b'), { recursive: true });
  await expect(openSqliteVault(path)).rejects.toBeInstanceOf(VaultUnavailable);
  rmdirSync(join(folder, 'files/2/b'));
  for (let opened = 0; opened < 2; opened++) {
    const vault = await openSqliteVault(path);
    expect(await vault.fileStore.list('', '', 10)).toEqual(['1/a', '2/b']);
    expect(Buffer.from((await vault.fileStore.get('2/b')) ?? []).toString()).toBe('2/b');
    await vault.close();
  }
});

test('the vault file is readable only by its owner', async () => {
  const folder = createTemporaryFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  await vault.createAccount(buildAccount(1, 'Steve'));
  await vault.fileStore.put('1/a', Buffer.from('a'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toContain(join('files', '1', 'a'));
  for (const file of files) expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0]);
  await vault.close();
});

interface Person {
  account: ReturnType<typeof buildAccount>;
  traces: string[];
}

function buildPerson(id: number): Person {
  const account = buildAccount(id, `Player${id}x`, {
    email: `Mail${id}x@example.org`,
    passwordHash: `$argon2id$first${id}x`,
  });
  const mails = [buildMail(`Mail${id}x`)];
  const traces = [
    `layer${id}x`,
    `ail${id}x`,
    `first${id}x`,
    `second${id}x`,
    `Refused ${id}x`,
    `session${id}x`,
    `Agent${id}x`,
    toHex(createSalt(id)),
  ];
  return {
    account: { ...account, key: createHash('sha256').update(String(id)).digest(), mails },
    traces,
  };
}

const createSalt = (id: number): Uint8Array => createHash('sha256').update(`salt ${id}`).digest();
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function findTraces(folder: string, members: Person[]): string[] {
  const bytes = listBytes(folder).toString('latin1');
  return members.flatMap(({ traces }) => traces.find((trace) => bytes.includes(trace)) ?? []);
}

function listBytes(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
}

test('finds retried deliveries by an index that contains no others', async () => {
  const folder = createTemporaryFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  await vault.addDeliveries([createDelivery(1, 'thread:7'), createDelivery(2, 'thread:7')]);
  await vault.postponeDelivery('email 1 thread:7', { dueAt: formatHour(2), attempts: 1, lastError: 'busy' });
  await vault.close();
  const db = openDatabase(join(folder, 'vault.db'));
  const plan = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT document FROM deliveries WHERE document ->> 'channel' IS ? AND document ->> 'retryAt' > ?
       ORDER BY document ->> 'retryAt', id ${limitParameter}`,
    )
    .all('email', '', 1) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH deliveries USING INDEX deliveries_channel_retryAt_id /),
  ]);
  db.exec('ANALYZE');
  const { stat } = db.prepare(`SELECT stat FROM sqlite_stat1 WHERE idx = 'deliveries_channel_retryAt_id'`).get() as {
    stat: string;
  };
  expect(stat.split(' ')[0]).toBe('1');
  db.close();
});
