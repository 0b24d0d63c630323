import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createBucket, type S3Settings } from '@guildhall/server/testing/s3-server.js';
import { openS3FileStore } from '@guildhall/server/vault/s3/s3-file-store.js';
import { readDatabaseRows } from '../database-rows.js';
import { NetworkSite } from '../network-site.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../server-process.js';

export interface UploadRecord {
  id: string;
  ownerId: number;
  salt: string;
  storedBytes: number;
}

type Environment = Record<string, string>;

/** A site that stores uploads in one of the places that the server supports. */
export interface UploadSite {
  startServer(port: number, env: Environment): Promise<ServerProcess>;
  listRecords(): Promise<UploadRecord[]>;
  /** Includes files that are still being written. */
  listStoredNames(): Promise<string[]>;
  close(): Promise<void>;
}

export class FolderUploadSite implements UploadSite {
  private readonly folder = createTemporaryFolder();

  startServer(port: number, env: Environment): Promise<ServerProcess> {
    return startServerProcess({ dataDir: this.folder, port, env });
  }

  listRecords(): Promise<UploadRecord[]> {
    const fields = ['id', 'ownerId', 'salt', 'storedBytes'].map((field) => `document ->> '${field}' AS ${field}`);
    const sql = `SELECT ${fields.join(', ')} FROM files`;
    return Promise.resolve(readDatabaseRows<UploadRecord>(join(this.folder, 'vault.db'), sql));
  }

  listStoredNames(): Promise<string[]> {
    const folder = join(this.folder, 'files');
    const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    const files = entries.filter((entry) => entry.isFile());
    return Promise.resolve(files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export class S3UploadSite extends FolderUploadSite {
  static async open(server: Omit<S3Settings, 'bucket'>): Promise<S3UploadSite> {
    return new S3UploadSite(await createBucket(server));
  }

  private constructor(private readonly settings: S3Settings) {
    super();
  }

  override startServer(port: number, env: Environment): Promise<ServerProcess> {
    const { url, bucket, accessKey, secretKey } = this.settings;
    const s3 = { S3_URL: url, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    return super.startServer(port, { ...env, ...s3 });
  }

  override async listStoredNames(): Promise<string[]> {
    const inFolder = await super.listStoredNames();
    const store = openS3FileStore(this.settings);
    const inBucket = await store.list('', '', 1_000);
    store.close();
    return [...inFolder, ...inBucket];
  }
}

export class NetworkUploadSite implements UploadSite {
  static async open(mongoUrl: string): Promise<NetworkUploadSite> {
    const site = await NetworkSite.open(mongoUrl);
    await site.startProjector();
    return new NetworkUploadSite(site);
  }

  private constructor(private readonly site: NetworkSite) {}

  startServer(port: number, env: Environment): Promise<ServerProcess> {
    return this.site.startServer(port, { env });
  }

  async listRecords(): Promise<UploadRecord[]> {
    const files = this.site.vault.collection<Omit<UploadRecord, 'id'> & { _id: string }>('files').find();
    return (await files.toArray()).map(({ _id, ...record }) => ({ ...record, id: _id }));
  }

  async listStoredNames(): Promise<string[]> {
    const files = this.site.vault.collection<{ _id: string }>('fileBytes').find({}, { projection: { _id: 1 } });
    return (await files.toArray()).map(({ _id }) => _id);
  }

  close(): Promise<void> {
    return this.site.close();
  }
}
