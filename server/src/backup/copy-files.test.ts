import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { buildStoredName } from '../files/sealed-file.js';
import { readEnv, type Env } from '../process/env.js';
import { startServer, type RunningServer } from '../server.js';
import { testContext } from '../testing/services.js';
import { createBucket, findS3Server } from '../testing/s3-server.js';
import { createFolderFileStore } from '../vault/folder-file-store.js';
import { backUp } from './back-up.js';
import type { OnProgress } from './backup-files.js';
import { restoreBackup } from './restore.js';

// This prints a message if no server is available.
const s3Server = findS3Server();
const stores = [['a folder', false] as const, ...(s3Server ? [['S3', true] as const] : [])];

describe.each(stores)('backing up files stored in %s', (_, isS3) => {
  let folder: string;
  let server: RunningServer;
  let env: Env;

  const createTestBucket = async () => (isS3 ? createBucket(s3Server!) : null);
  const buildEnv = async (site: string) => ({
    ...readEnv({ DATA_DIR: join(folder, site) }),
    s3: await createTestBucket(),
  });
  const start = (ofSite: Env) => startServer(ofSite, pino({ level: 'silent' }), { listen: false });
  const buildFolders = (name: string) => ({ folder: join(folder, name), filesFolder: join(folder, 'files') });
  const take = (name: string, onProgress: OnProgress = () => undefined) => backUp(env, buildFolders(name), onProgress);
  const listCopiedFiles = () => createFolderFileStore(join(folder, 'files')).list('', '', 1_000);
  const getInode = (name: string) => statSync(join(folder, 'files', name)).ino;
  const save = (ownerId: number | null, content: string) =>
    server.services.files.save(ownerId, Buffer.from(content), 'image/webp');

  beforeEach(async () => {
    folder = createTemporaryFolder();
    env = await buildEnv('site');
    server = await start(env);
    for (const id of [anna, bram]) await register(id);
  });
  afterEach(() => server.close());

  const [anna, bram] = [101, 102];
  async function register(id: number): Promise<void> {
    const { vault, commands } = server.services;
    await vault.createAccount({ ...createNewAccount(id, `member${id}`, `${id}@example.org`, 'x'), registered: true });
    await commands.account({ type: 'Register', userId: id }, testContext());
  }

  test('copies only new files, and removes those of erased members', async () => {
    const [retainedName, erasedName] = [
      buildStoredName(await save(anna, 'one')),
      buildStoredName(await save(bram, 'two')),
    ];
    expect(await take('monday')).toMatchObject({ files: 2, lostFiles: 0 });
    expect(await listCopiedFiles()).toEqual([retainedName, erasedName].sort());
    const inode = getInode(retainedName);
    const addedName = buildStoredName(await save(null, 'three'));
    await server.services.files.eraseAccount(bram, true);
    expect(await take('tuesday')).toMatchObject({ files: 2, lostFiles: 0 });
    expect(await listCopiedFiles()).toEqual([retainedName, addedName].sort());
    expect(getInode(retainedName)).toBe(inode);
  });

  test('a restore copies every file of the backup', async () => {
    const contents = ['one', 'two', 'three'];
    for (const content of contents) await save(anna, content);
    await take('monday');
    await server.close();
    const target = { dataDir: join(folder, 'restored'), s3: await createTestBucket() };
    expect(await restoreBackup(buildFolders('monday'), target, () => undefined)).toMatchObject({
      files: 3,
      lostFiles: 0,
    });
    server = await start({ ...env, ...target });
    const restoredContents: string[] = [];
    for await (const { bytes } of server.services.files.readOwnedFiles(anna))
      restoredContents.push(Buffer.from(bytes).toString());
    expect(restoredContents.sort()).toEqual(contents.sort());
  });

  test('a repeated backup continues with the files that an interrupted one has not copied', async () => {
    for (const content of ['one', 'two', 'three', 'four']) await save(null, content);
    const interrupt: OnProgress = ({ phase, done }) => {
      if (phase === 'files' && done === 2) throw new Error('interrupted');
    };
    await expect(take('monday', interrupt)).rejects.toThrow('interrupted');
    expect(['log', 'vault'].map((name) => existsSync(join(folder, 'monday', name)))).toEqual([false, false]);
    const firstFiles = await listCopiedFiles();
    const inodes = firstFiles.map(getInode);
    expect(firstFiles).toHaveLength(2);
    expect(await take('monday')).toMatchObject({ files: 4, lostFiles: 0 });
    expect(firstFiles.map(getInode)).toEqual(inodes);
    expect(await listCopiedFiles()).toHaveLength(4);
  });

  test('counts files whose bytes are lost, and retains the copies of those that were lost later', async () => {
    const [early, late] = [buildStoredName(await save(null, 'early')), buildStoredName(await save(null, 'late'))];
    const { fileStore } = server.services.vault;
    await fileStore.remove(early);
    expect(await take('monday')).toMatchObject({ files: 2, lostFiles: 1 });
    await fileStore.remove(late);
    expect(await take('tuesday')).toMatchObject({ files: 2, lostFiles: 1 });
    expect(await listCopiedFiles()).toEqual([late]);
  });

  test("rejects a folder with another site's files or with anything else", async () => {
    const name = buildStoredName(await save(null, 'one'));
    await take('monday');
    await server.close();
    env = await buildEnv('other');
    server = await start(env);
    await expect(take('tuesday')).rejects.toThrow(/contains the files of another site/);
    expect(await listCopiedFiles()).toEqual([name]);
    rmSync(join(folder, 'files'), { recursive: true });
    mkdirSync(join(folder, 'files'));
    writeFileSync(join(folder, 'files/notes'), '');
    await expect(take('tuesday')).rejects.toThrow(/contains other files: use an empty folder/);
    expect(readdirSync(join(folder, 'files'))).toEqual(['notes']);
  });
});
