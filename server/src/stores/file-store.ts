import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import type { FileStore } from '../vault/files.js';
import { getFilesFolder, createFolderFileStore } from '../vault/folder-file-store.js';
import { FilesUnavailable, type Vault } from '../vault/vault.js';

export interface SiteFiles {
  store: FileStore;
  /** @throws OperatorError if something else uses the bucket, because its objects would be removed as unknown files */
  claim: (siteId: string, options?: { hasFiles?: boolean }) => Promise<void>;
  close: () => void;
}

export interface VaultWithFiles {
  vault: Vault;
  /**
   * Must be called before the first use of the files.
   * @throws OperatorError if the files are in another store or something else uses the bucket; FilesUnavailable, after
   * which every use of the files tries again
   */
  claimFiles: (siteId: string, dataDir: string) => Promise<void>;
}

export async function withFiles(vault: Vault, s3: Env['s3']): Promise<VaultWithFiles> {
  if (!s3) return { vault, claimFiles: async (_siteId, dataDir) => requireNoBucket(dataDir) };
  const bucket = await openBucket(s3);
  let claim = () => Promise.resolve();
  const claimFiles = async (siteId: string, dataDir: string) => {
    const path = getBucketFile(dataDir);
    claim = shareUntilFailed(async () => {
      const hasFiles = existsSync(path) || (await vault.fileStore.list('', '', 1)).length > 0;
      await bucket.claim(siteId, { hasFiles });
      writeFileSync(path, `${s3.url} ${s3.bucket}\n`);
    });
    await claim();
  };
  const close = async () => {
    bucket.close();
    await vault.close();
  };
  return { vault: { ...vault, fileStore: storeAfter(() => claim(), bucket.store), close }, claimFiles };
}

/** Exists in the data folder while the files are in a bucket. */
const getBucketFile = (dataDir: string): string => join(dataDir, 'files-in-s3');
const howToMove = 'see "Files in S3" in docs/operations.md for how to move them';

function requireNoBucket(dataDir: string): void {
  const path = getBucketFile(dataDir);
  if (existsSync(path))
    throw new OperatorError(
      `S3_URL: the files of this site are in S3, according to ${path}: set S3_URL, or ${howToMove}`,
    );
}

function shareUntilFailed(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () =>
    (running ??= work().catch((error: unknown) => {
      running = null;
      throw error;
    }));
}

function storeAfter(claim: () => Promise<void>, store: FileStore): FileStore {
  const claimStore = async (): Promise<FileStore> => {
    await claim().catch((error: unknown) => {
      if (error instanceof OperatorError) throw new FilesUnavailable(error.message, { cause: error });
      throw error;
    });
    return store;
  };
  return {
    put: async (name, bytes) => (await claimStore()).put(name, bytes),
    get: async (name) => (await claimStore()).get(name),
    has: async (name) => (await claimStore()).has(name),
    remove: async (name) => (await claimStore()).remove(name),
    list: async (prefix, after, limit) => (await claimStore()).list(prefix, after, limit),
  };
}

/** Opens an embedded site's files, whether or not its vault is open in another process. */
export async function openFiles({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Promise<SiteFiles> {
  if (s3) return openBucket(s3);
  return {
    store: createFolderFileStore(getFilesFolder(dataDir)),
    claim: () => Promise.resolve(),
    close: () => undefined,
  };
}

/** The client is loaded only if it is used. */
async function openBucket(s3: NonNullable<Env['s3']>): Promise<SiteFiles> {
  const { openS3FileStore } = await import('../vault/s3/s3-file-store.js');
  const { claim, close, ...store } = openS3FileStore(s3);
  return {
    store,
    close,
    claim: async (siteId, options) => {
      const owner = await claim(siteId, options);
      if (owner === siteId) return;
      if (owner === 'nobody')
        throw new OperatorError(
          `S3_BUCKET: the bucket ${s3.bucket} is empty, but the site has files elsewhere: ${howToMove}`,
        );
      const content = owner === 'unknown' ? 'other objects' : 'the files of another site';
      throw new OperatorError(`S3_BUCKET: the bucket ${s3.bucket} contains ${content}: use an empty bucket`);
    },
  };
}
