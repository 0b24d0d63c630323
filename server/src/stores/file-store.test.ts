import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { describe, expect, test } from 'vitest';
import { createBucket, findS3Server, type S3Settings } from '../testing/s3-server.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { withFiles } from './file-store.js';

const s3Server = findS3Server();

/** Starts a site that uses the data folder. @returns a function that uploads a file and stops the site */
async function start(dataDir: string, s3: S3Settings | null) {
  const { vault, claimFiles } = await withFiles(await openSqliteVault(join(dataDir, 'vault.db')), s3);
  await claimFiles('site one', dataDir).catch(async (error: unknown) => {
    await vault.close();
    throw error;
  });
  return async (name: string) => {
    await vault.fileStore.put(name, Buffer.from('bytes'));
    await vault.close();
  };
}

describe.skipIf(s3Server === null)('a site whose files are in another store than configured', () => {
  test('does not start with an empty bucket if its files are in its folder', async () => {
    const dataDir = createTemporaryFolder();
    await (
      await start(dataDir, null)
    )('1/a');
    const empty = await createBucket(s3Server!);
    await expect(start(dataDir, empty)).rejects.toThrow(
      /^S3_BUCKET: the bucket \S+ is empty, but the site has files elsewhere: see "Files in S3" in docs\/operations\.md/,
    );
    await (
      await start(dataDir, null)
    )('1/b');
  });

  test('does not start without S3, nor with another empty bucket, if its files are in S3', async () => {
    const dataDir = createTemporaryFolder();
    const bucket = await createBucket(s3Server!);
    await (
      await start(dataDir, bucket)
    )('1/a');
    await expect(start(dataDir, null)).rejects.toThrow(/^S3_URL: the files of this site are in S3, .*: set S3_URL/);
    await expect(start(dataDir, await createBucket(s3Server!))).rejects.toThrow(/is empty, but the site has files/);
    await (
      await start(dataDir, bucket)
    )('1/b');
  });

  test('starts with files left in its folder if the bucket already belongs to it', async () => {
    const dataDir = createTemporaryFolder();
    const bucket = await createBucket(s3Server!);
    await (
      await start(createTemporaryFolder(), bucket)
    )('1/a');
    await (
      await start(dataDir, null)
    )('1/a');
    await (
      await start(dataDir, bucket)
    )('1/b');
  });
});
