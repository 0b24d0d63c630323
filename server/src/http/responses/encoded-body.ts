import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

export type Encoding = 'br' | 'gzip';

/** `unfinished`: brotli that ends at a byte, and which further meta-blocks must follow. */
type Form = Encoding | 'unfinished';

/** Less is not worth compressing. */
const minEncodedBytes = 1024;
/** Of brotli, for a body that is sent to many: a sixth smaller than at 2, in more than twice the time. */
const sharedQuality = 5;
/** For a body that is sent once: every request pays for it. */
const ownQuality = 3;

/** At the lower quality this takes a millisecond at most: less than to hand it over to another thread. */
const maxBytesAtOnce = 128 * 1024;

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];
const encoders: Record<Form, (bytes: Buffer, isShared: boolean) => Promise<Buffer>> = {
  async br(bytes, isShared) {
    const params = brotliParams(bytes, isShared ? sharedQuality : ownQuality);
    if (!isShared && bytes.length <= maxBytesAtOnce) return brotliCompressSync(bytes, { params });
    return brotliOf(bytes, { params });
  },
  unfinished(bytes) {
    return brotliOf(bytes, {
      params: brotliParams(bytes, sharedQuality),
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    });
  },
  gzip: (bytes) => gzipOf(bytes),
};

const brotliParams = (bytes: Buffer, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  [constants.BROTLI_PARAM_LGWIN]: windowBitsOf(bytes.length),
});

/**
 * A window as large as the body. By default an encoder reserves 8 MiB, which the allocator then keeps, for each thread that
 * frees it.
 */
const windowBitsOf = (bytes: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))),
  );

/** What zlib returns keeps its whole chunk of 16 KiB in memory. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

export const etagOf = (bytes: Buffer | string): string => `"${createHash('sha1').update(bytes).digest('base64')}"`;

/** What `sendEncoded` sends. */
export interface SentBody {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly isCompressible: boolean;
  as(encoding: Encoding): Promise<Buffer>;
}

/** A body that may be sent often: its ETag is computed once, and it is compressed once for each encoding. */
export class EncodedBody implements SentBody {
  private readonly encoded = new Map<Form, Promise<Buffer>>();
  /** Of all forms that are kept. */
  heldBytes: number;

  /** `onGrown`: of a body that is sent to many, called when `heldBytes` has grown. */
  constructor(
    readonly bytes: Buffer,
    private readonly onGrown?: () => void,
    readonly etag = etagOf(bytes),
  ) {
    this.heldBytes = bytes.length;
  }

  get isCompressible(): boolean {
    return this.bytes.length >= minEncodedBytes;
  }

  /** Whether it is sent to many. */
  get isShared(): boolean {
    return this.onGrown !== undefined;
  }

  as(form: Form): Promise<Buffer> {
    const known = this.encoded.get(form);
    if (known) return known;
    const encoded = encoders[form](this.bytes, this.isShared);
    const made = this.onGrown ? encoded.then(ownBytes) : encoded;
    this.encoded.set(form, made);
    made.then(
      ({ length }) => {
        this.heldBytes += length;
        this.onGrown?.();
      },
      () => this.encoded.delete(form),
    );
    return made;
  }
}

/** Sends it in the smallest form that the client accepts, or 304 where it has it. Express would look at each header again. */
export async function sendEncoded(req: Request, res: Response, body: SentBody, contentType: string): Promise<void> {
  res.setHeader('content-type', contentType);
  res.setHeader('etag', body.etag);
  res.setHeader('vary', 'Accept-Encoding');
  if (req.method === 'HEAD' || req.fresh) return void res.send(body.bytes); // only the headers
  const encoding = body.isCompressible ? encodingFor(req) : null;
  const bytes = encoding ? await body.as(encoding) : body.bytes;
  if (encoding) res.setHeader('content-encoding', encoding);
  res.setHeader('content-length', bytes.length);
  res.end(bytes);
}

/** Brotli wherever it is accepted: clients name it last. */
function encodingFor(req: Request): Encoding | null {
  if (!req.headers['accept-encoding']) return null;
  return req.acceptsEncodings('br') ? 'br' : req.acceptsEncodings('gzip') ? 'gzip' : null;
}
