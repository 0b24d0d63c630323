import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { createAdmin } from '../accounts/create-admin.js';
import { readEnv } from '../process/env.js';
import { lockSearchFile } from '../search/lock-search-file.js';
import { startServer, type RunningServer } from '../server.js';
import { testContext } from '../testing/services.js';
import { backUp } from './back-up.js';
import { backUpWithProgressBar, restoreWithProgressBar } from './backup-report.js';
import type { BackupProgress } from './backup-files.js';
import { restoreBackup } from './restore.js';

let folder: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  server = await start('site');
  const anna = { username: 'anna', email: 'anna@example.org', password: 'long enough' };
  await createAdmin(server.services, anna);
});
afterEach(async () => {
  await server?.close();
});

const silent = pino({ level: 'silent' });
const inFolder = (name: string) => join(folder, name);
const envOf = (site: string, more: Record<string, string> = {}) => readEnv({ DATA_DIR: inFolder(site), ...more });
const start = (site: string) => startServer(envOf(site), silent, { listen: false });
const readOf = (name: string) => readFileSync(inFolder(name));
const noProgress = () => undefined;
const foldersOf = (name: string) => ({ folder: inFolder(name), filesFolder: inFolder(`${name}/files`) });
const take = (name = 'backup') => backUp(envOf('site'), foldersOf(name), noProgress);
const restore = (site: string, name = 'backup') =>
  restoreBackup(foldersOf(name), { dataDir: inFolder(site), s3: null }, noProgress);

async function register(id: number): Promise<void> {
  const { vault, commands } = server!.services;
  await vault.createAccount({ ...createNewAccount(id, `late${id}`, `${id}@example.org`, 'x'), registered: true });
  await commands.account({ type: 'Register', userId: id }, testContext());
}

test('copies the vault after the log, including accounts registered during the copy', async () => {
  const phases = new Set<BackupProgress['phase']>();
  let registration: Promise<void> | undefined;
  const onProgress = ({ phase }: BackupProgress) => {
    phases.add(phase);
    registration ??= register(101);
  };
  expect(await backUp(envOf('site'), foldersOf('backup'), onProgress)).toMatchObject({
    accounts: 2,
    skippedEvent: null,
  });
  await registration;
  expect([...phases]).toEqual(['log', 'vault', 'verify']);
});

test('stores the log and the vault in separate files that only their owner can read', async () => {
  await take();
  expect(readdirSync(inFolder('backup/log'))).toEqual(['log.db']);
  expect(readdirSync(inFolder('backup/vault')).sort()).toEqual(['secret', 'vault.db']);
  for (const file of ['log/log.db', 'vault/vault.db', 'vault/secret']) {
    expect(statSync(inFolder(`backup/${file}`)).mode & 0o077).toBe(0);
  }
});

test('a new or restored data folder is accessible only to its owner', async () => {
  await take();
  await restore('restored');
  const otherServer = await startServer(envOf('other', { SECRET: 'x'.repeat(32) }), silent, { listen: false });
  await otherServer.close();
  lockSearchFile(inFolder('search')).release();
  for (const folderName of ['site', 'restored', 'other', 'search']) {
    expect([folderName, statSync(inFolder(folderName)).mode & 0o077]).toEqual([folderName, 0]);
  }
});

test('rejects overwriting an earlier backup or restoring into a non-empty data folder', async () => {
  await take();
  await expect(take()).rejects.toThrow(/log is not empty: use a new folder for each backup$/);
  expect(existsSync(inFolder('backup/log/log.db'))).toBe(true);
  mkdirSync(inFolder('used'));
  writeFileSync(inFolder('used/notes'), '');
  await expect(restore('used')).rejects.toThrow(/used is not empty: move its files away/);
  expect(readdirSync(inFolder('used'))).toEqual(['notes']);
});

test('rejects a backup that is damaged, incomplete or mixed from two sites', async () => {
  await take();
  await server?.close();
  server = await start('other');
  await backUp(envOf('other'), foldersOf('mixed'), noProgress);
  writeFileSync(inFolder('mixed/vault/vault.db'), readOf('backup/vault/vault.db'));
  await expect(restore('restored', 'mixed')).rejects.toThrow(/belong to different sites$/);
  writeFileSync(inFolder('mixed/vault/vault.db'), readOf('backup/vault/vault.db').fill(7, 4_096, 40_960));
  await expect(restore('restored', 'mixed')).rejects.toThrow(/vault\.db is damaged \(/);
  rmSync(inFolder('mixed/vault/secret'));
  await expect(restore('restored', 'mixed')).rejects.toThrow(/secret does not exist/);
  expect(existsSync(inFolder('restored/log.db'))).toBe(false);
});

test('a backup leaves no files behind if the copy cannot be verified', async () => {
  const logFile = inFolder('site/log.db');
  await server?.close();
  server = undefined;
  writeFileSync(logFile, readOf('site/log.db').fill(7, 8_192, 12_288));
  await expect(take()).rejects.toThrow(/log\.db is damaged \(|The event log is damaged|malformed/);
  expect(existsSync(inFolder('backup/log'))).toBe(false);
  expect(existsSync(inFolder('backup/vault'))).toBe(false);
});

test("rejects a backup in network mode and refers to the stores' own tools", async () => {
  const stores = { EVENTSTORE_URL: 'esdb://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/blue' };
  const env = envOf('site', { ...stores, SECRET: 'a secret of more than 32 characters' });
  await expect(backUpWithProgressBar(env, foldersOf('backup'))).rejects.toThrow(
    /EventStoreDB.*mongodump --db blue_vault/,
  );
  await expect(restoreWithProgressBar(env, foldersOf('backup'))).rejects.toThrow(
    /truncate\.chk.*mongorestore .*blue_vault/,
  );
});
