import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeAccessFault } from '../../stores/access-fault.js';
import { withFiles } from '../../stores/file-store.js';
import { createBucket, findS3Server, type S3Settings } from '../../testing/s3-server.js';
import { testFileStore } from '../../testing/vault/file-store-tests.js';
import { testFiles } from '../../testing/vault/vault-file-tests.js';
import { openSqliteVault } from '../sqlite/sqlite-vault.js';
import { FilesUnavailable, type Vault } from '../vault.js';
import { openS3FileStore } from './s3-file-store.js';

// This prints a message if no server is available.
const s3Server = findS3Server();

describe.skipIf(s3Server === null)('files in a bucket on an S3 server', () => {
  let settings: S3Settings;
  let vault: Vault;
  const open = async () =>
    (await withFiles(await openSqliteVault(join(createTemporaryFolder(), 'vault.db')), settings)).vault;
  beforeEach(async () => {
    settings = await createBucket(s3Server!);
    vault = await open();
  });
  afterEach(() => vault.close());

  testFileStore(() => vault.fileStore);
  testFiles(() => vault);

  test('two servers share the files of one bucket', async () => {
    const other = await open();
    await vault.fileStore.put('1/a', Buffer.from('one'));
    expect(await other.fileStore.get('1/a')).toEqual(new Uint8Array(Buffer.from('one')));
    await other.close();
  });

  test('names the wrong variable if the keys are rejected or the bucket does not exist', async () => {
    const getFault = async (wrong: Partial<S3Settings>) => {
      const store = openS3FileStore({ ...settings, ...wrong });
      const errors = [];
      for (const call of listCalls(store)) errors.push(await call().catch((error: unknown) => error));
      for (const error of errors) expect(error).toBeInstanceOf(FilesUnavailable);
      return describeAccessFault('s3', errors[0]);
    };
    expect(await getFault({ secretKey: 'wrong' })).toMatch(
      /^S3_URL: the server rejects the keys\. Correct S3_ACCESS_KEY/,
    );
    expect(await getFault({ accessKey: 'nobody' })).toMatch(/^S3_URL: the server rejects the keys\./);
    expect(await getFault({ bucket: 'missing' })).toMatch(
      /^S3_URL: the bucket does not exist\. Create it, or correct S3_BUCKET/,
    );
  });

  test('rejects a bucket that another site or program uses', async () => {
    const claim = async (siteId: string) => {
      const files = await withFiles(vault, settings);
      return files.claimFiles(siteId, createTemporaryFolder());
    };
    await claim('site one');
    await claim('site one');
    await expect(claim('site two')).rejects.toThrow(/S3_BUCKET: .* contains the files of another site/);
    expect(await vault.fileStore.list('', '', 10)).toEqual([]);
    settings = await createBucket(s3Server!);
    const store = openS3FileStore(settings);
    await store.put('photos/1', Buffer.from('a'));
    await expect(claim('site one')).rejects.toThrow(/contains other objects: use an empty bucket/);
  });
});

describe('files on an S3 server that fails', () => {
  let server: Server | undefined;
  let requests = 0;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    server = undefined;
  });

  async function openStoreOn(listener: RequestListener, timeoutMs = 60_000) {
    requests = 0;
    server = createServer((req, res) => {
      requests++;
      req.resume();
      listener(req, res);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return openS3FileStore({ ...account, url }, { timeoutMs });
  }

  const failWith = (res: ServerResponse, status: number, code: string) =>
    res.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

  test('repeats a call only a few times while the server is overloaded', async () => {
    const recoveringStore = await openStoreOn(
      (_, res) => void (requests < 3 ? failWith(res, 503, 'SlowDown') : res.end('bytes')),
    );
    expect(String(Buffer.from((await recoveringStore.get('1/a')) ?? []))).toBe('bytes');
    server?.close();
    const overloadedStore = await openStoreOn((_, res) => void failWith(res, 503, 'SlowDown'));
    requests = 0;
    const calls = listCalls(overloadedStore).map((call) => expect(call()).rejects.toBeInstanceOf(FilesUnavailable));
    await Promise.all(calls);
    expect(requests).toBe(3 * calls.length);
  });

  test('does not repeat a call that the server rejects', async () => {
    const store = await openStoreOn((_, res) => void failWith(res, 403, 'AccessDenied'));
    await expect(store.get('1/a')).rejects.toBeInstanceOf(FilesUnavailable);
    expect(requests).toBe(1);
  });

  test.each([
    ['a proxy has a page of its own for missing addresses', 404, '<html>'],
    ['the bucket is missing', 404, '<Error><Code>NoSuchBucket</Code></Error>'],
  ])('a file does not count as missing if %s', async (_, status, body) => {
    const store = await openStoreOn((_, res) => void res.writeHead(status).end(body));
    await expect(store.get('1/a')).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(store.has('1/a')).rejects.toBeInstanceOf(FilesUnavailable);
  });

  test('never returns bytes that arrived incompletely', async () => {
    const store = await openStoreOn((_, res) => {
      res.writeHead(200, { 'content-length': 1_000 });
      res.write('half', () => res.destroy());
    });
    await expect(store.get('1/a')).rejects.toBeInstanceOf(FilesUnavailable);
    expect(requests).toBe(3);
  });

  test.each<[string, (res: ServerResponse) => unknown]>([
    ['does not respond', () => undefined],
    ['stops in the middle of a response', (res) => res.writeHead(200, { 'content-length': 1_000 }).write('half')],
  ])('gives up once if the server %s', async (_, respond) => {
    const store = await openStoreOn((_, res) => void respond(res), 1_000);
    await expect(store.get('1/a')).rejects.toBeInstanceOf(FilesUnavailable);
    expect(requests).toBe(1);
  });

  test('every call reports unavailable files within seconds if there is no server', async () => {
    const { close, ...store } = await openStoreOn(() => undefined);
    server?.close();
    await Promise.all(
      listCalls({ ...store, close }).map((call) => expect(call()).rejects.toBeInstanceOf(FilesUnavailable)),
    );
  });
});

const account = { bucket: randomUUID(), accessKey: 'key', secretKey: 'secret', region: 'us-east-1' };

function listCalls(store: ReturnType<typeof openS3FileStore>): (() => Promise<unknown>)[] {
  return [
    () => store.get('1/a'),
    () => store.put('1/a', Buffer.from('a')),
    () => store.has('1/a'),
    () => store.remove('1/a'),
    () => store.list('', '', 10),
    () => store.claim('site'),
  ];
}
