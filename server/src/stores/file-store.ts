import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import type { FileStore } from '../vault/files.js';
import { filesFolder, folderFileStore } from '../vault/folder-file-store.js';
import type { Vault } from '../vault/vault.js';

export interface SiteFiles {
  store: FileStore;
  /** @throws OperatorError if the bucket is used for something else, whose objects would be removed as unknown files */
  claim: (siteId: string) => Promise<void>;
  close: () => void;
}

export interface VaultWithFiles {
  vault: Vault;
  claimFiles: SiteFiles['claim'];
}

const skipClaim = () => Promise.resolve();

export async function withFiles(vault: Vault, s3: Env['s3']): Promise<VaultWithFiles> {
  if (!s3) return { vault, claimFiles: skipClaim };
  const { store: fileStore, claim: claimFiles, close: closeBucket } = await openBucket(s3);
  const close = async () => {
    closeBucket();
    await vault.close();
  };
  return { vault: { ...vault, fileStore, close }, claimFiles };
}

/** Opens the files of a site in embedded mode, whether or not its vault is open in another process. */
export async function openFiles({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Promise<SiteFiles> {
  if (s3) return openBucket(s3);
  return { store: folderFileStore(filesFolder(dataDir)), claim: skipClaim, close: () => undefined };
}

/** The client is loaded only if it is used. */
async function openBucket(s3: NonNullable<Env['s3']>): Promise<SiteFiles> {
  const { openS3FileStore } = await import('../vault/s3/s3-file-store.js');
  const { claim, close, ...store } = openS3FileStore(s3);
  return {
    store,
    close,
    claim: async (siteId) => {
      const owner = await claim(siteId);
      if (owner === siteId) return;
      const content = owner === 'unknown' ? 'other objects' : 'the files of another site';
      throw new OperatorError(`S3_BUCKET: the bucket ${s3.bucket} contains ${content}: use an empty bucket`);
    },
  };
}
