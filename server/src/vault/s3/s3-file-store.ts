import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { retry, RetryDelays } from '@guildhall/event-store/retry.js';
import type { Env } from '../../process/env.js';
import type { FileStore } from '../files.js';
import { FilesUnavailable } from '../vault.js';

/** Allows for the largest picture at 10 Mbit/s. */
const defaultTimeoutMs = 20_000;
const connectionTimeoutMs = 3_000;
const maxAttempts = 3;
/** Sorts after every file name, so leaving it out of a page never makes the page look like the last one. */
const claimName = 'used-by-site';

export interface S3FileStore extends FileStore {
  /**
   * @returns the id of the site that uses the bucket, `unknown` if it contains other objects, or `nobody` if it is
   * empty, although the site has files
   */
  claim: (siteId: string, options?: { hasFiles?: boolean }) => Promise<string>;
  close: () => void;
}

/** Every method can throw `FilesUnavailable`, but no other error. */
export function openS3FileStore(settings: NonNullable<Env['s3']>, { timeoutMs = defaultTimeoutMs } = {}): S3FileStore {
  const { url, bucket: Bucket, region, accessKey, secretKey } = settings;
  const client = new S3Client({
    endpoint: url,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Not every server supports the checksums that AWS does, and the bytes are authenticated when they are opened.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectionTimeoutMs },
  });
  const on = <T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => callStore(call, timeoutMs);

  const get = (Key: string) =>
    on(async (abortSignal) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
        return new Uint8Array(await buffer(addAbortSignal(abortSignal, Body as Readable)));
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    });
  const put = (Key: string, bytes: Uint8Array) =>
    on(async (abortSignal) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }), { abortSignal });
    });
  const list = (Prefix: string, StartAfter: string, MaxKeys: number) =>
    on(async (abortSignal) => {
      const command = new ListObjectsV2Command({ Bucket, Prefix, StartAfter, MaxKeys });
      const { Contents = [] } = await client.send(command, { abortSignal });
      return Contents.map(({ Key = '' }) => Key);
    });

  return {
    put,
    get,
    // Unlike a HEAD request, this distinguishes between a missing object and a missing bucket.
    has: async (name) => (await list(name, '', 1))[0] === name,
    remove: (Key) =>
      on(async (abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal });
      }),
    list: async (prefix, after, limit) => (await list(prefix, after, limit)).filter((name) => name !== claimName),
    claim: async (siteId, { hasFiles = false } = {}) => {
      const owner = await get(claimName);
      if (owner) return Buffer.from(owner).toString();
      if ((await list('', '', 1)).length > 0) return 'unknown';
      if (hasFiles) return 'nobody';
      await put(claimName, Buffer.from(siteId));
      return siteId;
    },
    close: () => client.destroy(),
  };
}

async function callStore<T>(call: (abortSignal: AbortSignal) => Promise<T>, timeoutMs: number): Promise<T> {
  let attempts = 0;
  const isTransient = (error: unknown) => ++attempts < maxAttempts && isWorthRepeating(error);
  try {
    return await retry(() => call(AbortSignal.timeout(timeoutMs)), { isTransient, retryDelays: new RetryDelays() });
  } catch (error) {
    throw new FilesUnavailable(`The file store cannot be reached: ${(error as Error).message}`, { cause: error });
  }
}

/** A call that timed out is not retried because its caller has waited long enough. */
function isWorthRepeating(error: unknown): boolean {
  const { name, $metadata } = error as Partial<S3ServiceException>;
  if (name === 'AbortError' || name === 'TimeoutError') return false;
  const status = $metadata?.httpStatusCode ?? 0;
  return status < 300 || status === 429 || status >= 500;
}
