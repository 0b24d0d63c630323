import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { vaultContract } from '../../testing/vault/vault-contract.js';
import { newAccount, newMail } from '../../testing/vault/vault-samples.js';
import { openSqliteVault } from './sqlite-vault.js';
import { VaultUnavailable } from '../vault.js';

vaultContract('SQLite', async () => {
  const folder = newFolder();
  return {
    open: () => openSqliteVault(join(folder, 'vault.db')),
    remove: async () => rmSync(folder, { recursive: true }),
  };
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
    await vault.changeMail(account.id, `Mail${account.id}x`, {
      lastError: `Refused ${account.id}x `.repeat(account.id % 30),
    });
    await vault.changeAccount(account.id, {
      passwordHash: `$argon2id$second${account.id}x`,
      verified: account.id % 2 === 0,
    });
  }
  expect(tracesIn(folder, people)).toHaveLength(people.length);

  const erased = people.filter(({ account }) => account.id % 3 !== 0);
  for (const { account } of erased) await vault.eraseAccount(account.id, account.id % 3 === 1);
  expect(tracesIn(folder, erased)).toEqual([]);
  const keys = erased
    .filter(({ account }) => bytesOf(folder).includes(Buffer.from(account.key)))
    .map(({ account }) => account.id % 3);
  expect(new Set(keys)).toEqual(new Set([2]));
  expect(tracesIn(folder, people)).toHaveLength(100);
  await vault.close();
  rmSync(folder, { recursive: true });
});

test('upgrades a file from before the column for unsent mails', async () => {
  const folder = newFolder();
  const path = join(folder, 'vault.db');
  const before = await openSqliteVault(path);
  await before.createAccount(newAccount(1, 'Steve', { mails: [newMail('m1')] }));
  await before.close();
  const db = openDatabase(path);
  db.exec('DROP INDEX accounts_mail_unsent; ALTER TABLE accounts DROP COLUMN mail_unsent_at');
  db.close();
  const vault = await openSqliteVault(path);
  expect((await vault.account(1))?.username).toBe('Steve');
  await vault.changeMail(1, 'm1', { attempts: 1 });
  expect((await vault.unsentMails(10)).map(({ mail }) => mail.id)).toEqual(['m1']);
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
