import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
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
  folder = createTemporaryFolder();
  server = await start('site');
  const anna = { username: 'anna', email: 'anna@example.org', password: 'long enough' };
  await createAdmin(server.services, anna);
});
afterEach(async () => {
  await server?.close();
});

const silent = pino({ level: 'silent' });
const getPath = (name: string) => join(folder, name);
const createEnv = (site: string, more: Record<string, string> = {}) => readEnv({ DATA_DIR: getPath(site), ...more });
const start = (site: string) => startServer(createEnv(site), silent, { listen: false });
const readBackupFile = (name: string) => readFileSync(getPath(name));
const ignoreProgress = () => undefined;
const getFolders = (name: string) => ({ folder: getPath(name), filesFolder: getPath(`${name}/files`) });
const take = (name = 'backup') => backUp(createEnv('site'), getFolders(name), ignoreProgress);
const restore = (site: string, name = 'backup') =>
  restoreBackup(getFolders(name), { dataDir: getPath(site), s3: null }, ignoreProgress);

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
  expect(await backUp(createEnv('site'), getFolders('backup'), onProgress)).toMatchObject({
    accounts: 2,
    skippedEvent: null,
  });
  await registration;
  expect([...phases]).toEqual(['log', 'vault', 'verify']);
});

test('stores the log and the vault in separate files that only their owner can read', async () => {
  await take();
  expect(readdirSync(getPath('backup/log'))).toEqual(['log.db']);
  expect(readdirSync(getPath('backup/vault')).sort()).toEqual(['secret', 'vault.db']);
  for (const file of ['log/log.db', 'vault/vault.db', 'vault/secret']) {
    expect(statSync(getPath(`backup/${file}`)).mode & 0o077).toBe(0);
  }
});

test('a new or restored data folder is accessible only to its owner', async () => {
  await take();
  await restore('restored');
  const otherServer = await startServer(createEnv('other', { SECRET: 'x'.repeat(32) }), silent, { listen: false });
  await otherServer.close();
  lockSearchFile(getPath('search')).release();
  for (const folderName of ['site', 'restored', 'other', 'search']) {
    expect([folderName, statSync(getPath(folderName)).mode & 0o077]).toEqual([folderName, 0]);
  }
});

test('rejects overwriting an earlier backup or restoring into a non-empty data folder', async () => {
  await take();
  await expect(take()).rejects.toThrow(/log is not empty: use a new folder for each backup$/);
  expect(existsSync(getPath('backup/log/log.db'))).toBe(true);
  mkdirSync(getPath('used'));
  writeFileSync(getPath('used/notes'), '');
  await expect(restore('used')).rejects.toThrow(/used is not empty: move its files away/);
  expect(readdirSync(getPath('used'))).toEqual(['notes']);
});

test('rejects a backup that is damaged, incomplete or mixed from two sites', async () => {
  await take();
  await server?.close();
  server = await start('other');
  await backUp(createEnv('other'), getFolders('mixed'), ignoreProgress);
  writeFileSync(getPath('mixed/vault/vault.db'), readBackupFile('backup/vault/vault.db'));
  await expect(restore('restored', 'mixed')).rejects.toThrow(/belong to different sites$/);
  writeFileSync(getPath('mixed/vault/vault.db'), readBackupFile('backup/vault/vault.db').fill(7, 4_096, 40_960));
  await expect(restore('restored', 'mixed')).rejects.toThrow(/vault\.db is damaged \(/);
  rmSync(getPath('mixed/vault/secret'));
  await expect(restore('restored', 'mixed')).rejects.toThrow(/secret does not exist/);
  expect(existsSync(getPath('restored/log.db'))).toBe(false);
});

test('a backup leaves no files behind if the copy cannot be verified', async () => {
  const logFile = getPath('site/log.db');
  await server?.close();
  server = undefined;
  writeFileSync(logFile, readBackupFile('site/log.db').fill(7, 8_192, 12_288));
  await expect(take()).rejects.toThrow(/log\.db is damaged \(|The event log is damaged|malformed/);
  expect(existsSync(getPath('backup/log'))).toBe(false);
  expect(existsSync(getPath('backup/vault'))).toBe(false);
});

test("rejects a backup in network mode and refers to the stores' own tools", async () => {
  const stores = { EVENTSTORE_URL: 'esdb://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/blue' };
  const env = createEnv('site', { ...stores, SECRET: 'a secret of more than 32 characters' });
  await expect(backUpWithProgressBar(env, getFolders('backup'))).rejects.toThrow(
    /EventStoreDB.*mongodump --db blue_vault/,
  );
  await expect(restoreWithProgressBar(env, getFolders('backup'))).rejects.toThrow(
    /truncate\.chk.*mongorestore .*blue_vault/,
  );
});
