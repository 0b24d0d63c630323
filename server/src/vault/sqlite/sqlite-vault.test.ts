import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { vaultContract } from '../../testing/vault/vault-contract.js';
import { newAccount, newMail } from '../../testing/vault/vault-samples.js';
import { scrubVaultInThisThread } from './scrub-vault.js';
import { openSqliteVault } from './sqlite-vault.js';
import { changingMail } from '../../mail/new-mail.js';
import { VaultDamaged, VaultUnavailable } from '../vault.js';

vaultContract('SQLite', async () => {
  const folder = newFolder();
  return {
    open: () => openSqliteVault(join(folder, 'vault.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

test('a picture of which bytes were overwritten is named instead of served', async () => {
  const folder = newFolder();
  const path = join(folder, 'vault.db');
  const vault = await openSqliteVault(path);
  const picture = { contentType: 'image/webp', ownerId: 1, createdAt: 'a' };
  for (const hash of ['one', 'other'])
    await vault.putPicture({ ...picture, hash, bytes: Buffer.from(`The bytes of ${hash}`) });
  const db = openDatabase(path);
  const { bytes } = db.prepare('SELECT bytes FROM picture_bytes WHERE id = 1').get() as { bytes: Uint8Array };
  db.prepare('UPDATE picture_bytes SET bytes = ? WHERE id = 1').run(bytes.map((byte, n) => (n === 4 ? ~byte : byte)));
  db.close();
  await expect(vault.picture('one')).rejects.toThrow(new VaultDamaged('the picture one'));
  expect(Buffer.from((await vault.picture('other'))?.bytes ?? []).toString()).toBe('The bytes of other');
  await vault.close();
  rmSync(folder, { recursive: true });
});

test('after an erasure no byte of the member is in the files, with the vault still open', async () => {
  const folder = newFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  const people = Array.from({ length: 300 }, (_, i) => person(((i * 7919) % 300) + 1));
  for (const { account } of people) await vault.createAccount(account);
  for (const { account } of people) {
    await vault.createSession({
      id: `session${account.id}x`,
      userId: account.id,
      createdAt: 'a',
      expiresAt: 'b',
      userAgent: `Agent${account.id}x`,
    });
    const bytes = Buffer.from(`Picture${account.id}x`.repeat((account.id % 25) ** 2 + 1));
    const hash = `hash${account.id}`;
    await vault.putPicture({ hash, contentType: 'c', bytes, ownerId: account.id, createdAt: 'd' });
    await vault.editAccount(
      account.id,
      changingMail(`Mail${account.id}x`, {
        lastError: `Refused ${account.id}x `.repeat(account.id % 30),
      }),
    );
    await vault.editAccount(account.id, () => ({
      passwordHash: `$argon2id$second${account.id}x`,
      verified: account.id % 2 === 0,
    }));
  }
  expect(tracesIn(folder, people)).toHaveLength(people.length);

  const erased = people.filter(({ account }) => account.id % 3 !== 0);
  for (let from = 0; from < erased.length; from += 10)
    await Promise.all(erased.slice(from, from + 10).map(({ account: { id } }) => vault.eraseAccount(id, id % 3 === 1)));
  expect(tracesIn(folder, erased)).toEqual([]);
  const keys = erased
    .filter(({ account }) => bytesOf(folder).includes(Buffer.from(account.key)))
    .map(({ account }) => account.id % 3);
  expect(new Set(keys)).toEqual(new Set([2]));
  expect(tracesIn(folder, people)).toHaveLength(100);
  await vault.close();
  rmSync(folder, { recursive: true });
});

test('an erasure that another reader blocks is not reported as done', async () => {
  const folder = newFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  await vault.createAccount(newAccount(1, 'Steve'));
  const reader = openDatabase(join(folder, 'vault.db'), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM accounts').get();
  await expect(vault.eraseAccount(1, true)).rejects.toBeInstanceOf(VaultUnavailable);
  reader.exec('COMMIT');
  await vault.eraseAccount(1, true);
  expect(bytesOf(folder).toString('latin1')).not.toContain('Steve');
  reader.close();
  await vault.close();
  rmSync(folder, { recursive: true });
});

test('an erasure that a crash interrupted is finished when the vault is opened', async () => {
  const folder = newFolder();
  const path = join(folder, 'vault.db');
  const vault = await openSqliteVault(path);
  const people = Array.from({ length: 300 }, (_, i) => person(((i * 7919) % 300) + 1));
  for (const { account } of people) await vault.createAccount(account);
  const erasures = people.map(({ account }) => vault.eraseAccount(account.id, true));
  const copy = newFolder();
  for (const file of readdirSync(folder)) copyFileSync(join(folder, file), join(copy, file));
  expect(tracesIn(copy, people).length).toBeGreaterThan(0);
  await Promise.all(erasures);

  const opened = await openSqliteVault(join(copy, 'vault.db'));
  expect(await opened.accountNames(0, 10)).toEqual([]);
  expect(tracesIn(copy, people)).toEqual([]);
  await opened.close();
  await vault.close();
  for (const each of [folder, copy]) rmSync(each, { recursive: true });
});

test('during a scrub writes wait, reads go on, and erasures that come meanwhile share the next one', async () => {
  const folder = newFolder();
  const path = join(folder, 'vault.db');
  const finish: (() => void)[] = [];
  const scrub = async () => {
    await new Promise<void>((resolve) => void finish.push(resolve));
    await scrubVaultInThisThread(path);
  };
  const vault = await openSqliteVault(path, scrub);
  for (const id of [1, 2, 3, 4]) await vault.createAccount(newAccount(id, `Player${id}`));
  const done: string[] = [];
  const note = (what: string, work: Promise<unknown>) => work.then(() => done.push(what));
  const first = note('erasure 1', vault.eraseAccount(1, true));
  await expect.poll(() => finish.length).toBe(1);
  const later = [
    note(
      'change',
      vault.editAccount(4, () => ({ verified: true })),
    ),
    note('session', vault.createSession({ id: 's', userId: 4, createdAt: 'a', expiresAt: 'b', userAgent: 'c' })),
    note('erasure 2', vault.eraseAccount(2, true)),
    note('erasure 3', vault.eraseAccount(3, true)),
  ];
  expect((await vault.accountNames(0, 10)).map(({ id }) => id)).toEqual([2, 3, 4]);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(done).toEqual([]);
  finish[0]?.();
  await first;
  await expect.poll(() => finish.length).toBe(2);
  expect(done.sort()).toEqual(['change', 'erasure 1', 'session']);
  expect((await vault.accountNames(0, 10)).map(({ id }) => id)).toEqual([4]);
  finish[1]?.();
  await Promise.all(later);
  expect(finish).toHaveLength(2);
  await vault.close();
  rmSync(folder, { recursive: true });
});

describe('The bytes of pictures', () => {
  const bytesOfPicture = (id: number) => createHash('sha512').update(String(id)).digest();
  const big = (id: number) => Buffer.concat(Array.from({ length: 300 }, () => bytesOfPicture(id)));

  test('are sealed, and stay where they are in the file when their neighbours are erased', async () => {
    const folder = newFolder();
    const path = join(folder, 'vault.db');
    const vault = await openSqliteVault(path);
    const ids = Array.from({ length: 30 }, (_, n) => n + 1);
    for (const id of ids) {
      await vault.createAccount(newAccount(id, `Player${id}`));
      await vault.putPicture({ hash: `hash${id}`, contentType: 'c', bytes: big(id), ownerId: id, createdAt: 'd' });
    }
    const db = openDatabase(path, { readOnly: true });
    const stored = db.prepare('SELECT id, bytes FROM picture_bytes').all() as { id: number; bytes: Uint8Array }[];
    db.close();
    const offsets = () => stored.map(({ bytes }) => readFileSync(path).indexOf(bytes.subarray(-200, -100)));
    await vault.eraseAccount(1, true); // moves the write-ahead log into the file
    const before = offsets();
    expect(before.filter((offset) => offset > 0)).toHaveLength(29);
    expect(bytesOf(folder).includes(bytesOfPicture(5))).toBe(false);
    await vault.eraseAccount(2, true);
    await vault.eraseAccount(3, false);
    const kept = stored.map(({ id }) => id > 3);
    expect(offsets()).toEqual(before.map((offset, n) => (kept[n] ? offset : -1)));
    expect(Buffer.from((await vault.picture('hash4'))?.bytes ?? []).equals(big(4))).toBe(true);
    await vault.close();
    rmSync(folder, { recursive: true });
  });

  test('are stored once for each picture, also one that was put again, and removed with it', async () => {
    const folder = newFolder();
    const vault = await openSqliteVault(join(folder, 'vault.db'));
    const put = (ownerId: number) =>
      vault.putPicture({ hash: 'hash', contentType: 'c', bytes: big(1), ownerId, createdAt: 'd' });
    const stored = () => {
      const db = openDatabase(join(folder, 'vault.db'), { readOnly: true });
      const { count } = db.prepare('SELECT count(*) AS count FROM picture_bytes').get() as { count: number };
      db.close();
      return count;
    };
    for (const ownerId of [1, 2, 1, 1]) await put(ownerId);
    expect(stored()).toBe(2);
    await vault.removePicture({ hash: 'hash', ownerId: 1 });
    expect(stored()).toBe(1);
    await vault.removePicture({ hash: 'hash', ownerId: 2 });
    expect(stored()).toBe(0);
    await vault.close();
    rmSync(folder, { recursive: true });
  });

  test('of an older file, which has them in the rows, are sealed when it is opened', async () => {
    const folder = newFolder();
    const path = join(folder, 'vault.db');
    const db = openDatabase(path, { secureDelete: true });
    db.exec(`CREATE TABLE pictures (owner_id INTEGER NOT NULL, hash TEXT NOT NULL, created_at TEXT NOT NULL,
      content_type TEXT NOT NULL, bytes BLOB NOT NULL, UNIQUE (owner_id, hash)) STRICT;
      CREATE INDEX pictures_hash ON pictures (hash)`);
    const insert = db.prepare('INSERT INTO pictures VALUES (?, ?, ?, ?, ?)');
    for (const id of [0, 1, 2]) insert.run(id, `hash${id}`, 'd', 'image/webp', big(id));
    db.close();
    const vault = await openSqliteVault(path);
    for (const id of [0, 1, 2]) {
      const found = await vault.picture(`hash${id}`);
      expect(found?.contentType).toBe('image/webp');
      expect(Buffer.from(found?.bytes ?? []).equals(big(id))).toBe(true);
    }
    expect((await vault.ownedPictures(null, 10)).map(({ ownerId }) => ownerId)).toEqual([1, 2]);
    await vault.close();
    expect(bytesOf(folder).includes(bytesOfPicture(1))).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

test('only its owner can read the file', async () => {
  const folder = newFolder();
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  await vault.createAccount(newAccount(1, 'Steve'));
  for (const file of readdirSync(folder)) expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0]);
  await vault.close();
  rmSync(folder, { recursive: true });
});

interface Person {
  account: ReturnType<typeof newAccount>;
  traces: string[];
}

function person(id: number): Person {
  const account = newAccount(id, `Player${id}x`, {
    email: `Mail${id}x@example.org`,
    passwordHash: `$argon2id$first${id}x`,
  });
  const mails = [newMail(`Mail${id}x`)];
  const traces = [
    `layer${id}x`,
    `ail${id}x`,
    `first${id}x`,
    `second${id}x`,
    `Refused ${id}x`,
    `session${id}x`,
    `Agent${id}x`,
    `Picture${id}x`,
  ];
  return {
    account: { ...account, key: createHash('sha256').update(String(id)).digest(), mails },
    traces,
  };
}

function tracesIn(folder: string, people: Person[]): string[] {
  const bytes = bytesOf(folder).toString('latin1');
  return people.flatMap(({ traces }) => traces.find((trace) => bytes.includes(trace)) ?? []);
}

function bytesOf(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'guildhall-vault-'));
}
