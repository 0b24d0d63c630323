import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';

type Encoding = 'br' | 'gzip';

const minCompressedBytes = 1024;
/**
 * Used for bodies that many clients receive. The output is a sixth smaller than with quality 2, but compression takes
 * more than twice as long.
 */
const sharedQuality = 5;
const ownQuality = 3;

/** Compressing this many bytes with `ownQuality` takes at most a millisecond, less than using another thread. */
const maxSyncBytes = 128 * 1024;

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

async function compress(bytes: Buffer, encoding: Encoding, isShared: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes);
  const params = buildBrotliParams(bytes.length, isShared ? sharedQuality : ownQuality);
  if (!isShared && bytes.length <= maxSyncBytes) return brotliCompressSync(bytes, { params });
  return brotliAsync(bytes, { params });
}

const buildBrotliParams = (length: number, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  [constants.BROTLI_PARAM_LGWIN]: chooseWindowBits(length),
});

/** The default window reserves 8 MiB, which the allocator retains in each thread. */
const chooseWindowBits = (length: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 16))),
  );

function copyExactLength(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export class EncodedBody {
  readonly etag: string;
  heldBytes: number;
  private readonly encodedBodies = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly bytes: Buffer,
    /** A cache stores a shared body with its encodings and sends them to many clients. */
    private readonly options: { isShared: boolean; onGrown?: () => void } = { isShared: false },
  ) {
    // All encodings of a body share this tag.
    this.etag = `W/"${createHash('sha1').update(bytes).digest('base64')}"`;
    this.heldBytes = bytes.length;
  }

  get isCompressible(): boolean {
    return this.bytes.length >= minCompressedBytes;
  }

  encodeAs(encoding: Encoding): Promise<Buffer> {
    const existing = this.encodedBodies.get(encoding);
    if (existing) return existing;
    const { isShared, onGrown } = this.options;
    const compression = compress(this.bytes, encoding, isShared);
    const encodedBody = isShared ? compression.then(copyExactLength) : compression;
    this.encodedBodies.set(encoding, encodedBody);
    encodedBody.then(
      ({ length }) => {
        this.heldBytes += length;
        onGrown?.();
      },
      () => this.encodedBodies.delete(encoding),
    );
    return encodedBody;
  }
}

/** Bypasses `res.send`, which would parse all headers again. */
export async function sendEncoded(req: Request, res: Response, body: EncodedBody, contentType: string): Promise<void> {
  res.setHeader('content-type', contentType);
  res.setHeader('etag', body.etag);
  res.setHeader('vary', 'Accept-Encoding');
  if (req.method === 'HEAD' || req.fresh) return void res.send(body.bytes);
  const encoding = body.isCompressible ? negotiateEncoding(req) : null;
  const bytes = encoding ? await body.encodeAs(encoding) : body.bytes;
  if (encoding) res.setHeader('content-encoding', encoding);
  res.setHeader('content-length', bytes.length);
  res.end(bytes);
}

export function negotiateEncoding(req: Pick<Request, 'headers'>): Encoding | null {
  if (!req.headers['accept-encoding']) return null;
  const encoding = new Negotiator(req).encoding(['br', 'gzip', 'identity'], ['br', 'gzip']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : null;
}
