import { EncodedBody, etagOf, type Encoding, type SentBody } from './encoded-body.js';

/** What follows is sent uncompressed. Where it is larger, compressing the whole body is worth its time. */
const maxUncompressedBytes = 2048;

/**
 * A body that many share up to a point, and what one reader gets after it. In brotli only the shared part is compressed,
 * once for all.
 */
export class ExtendedBody implements SentBody {
  readonly etag: string;

  private readonly rest: Buffer;

  constructor(
    private readonly start: EncodedBody,
    rest: string,
  ) {
    this.etag = etagOf(start.etag + rest);
    this.rest = Buffer.from(rest);
  }

  get bytes(): Buffer {
    return Buffer.concat([this.start.bytes, this.rest]);
  }

  get isCompressible(): boolean {
    return this.start.isCompressible;
  }

  async as(encoding: Encoding): Promise<Buffer> {
    const isSmall = this.rest.length > 0 && this.rest.length <= maxUncompressedBytes;
    if (encoding !== 'br' || !isSmall || !this.start.isShared)
      return new EncodedBody(this.bytes, undefined, this.etag).as(encoding);
    const start = await this.start.as('unfinished');
    return Buffer.concat([start, uncompressedHeader(this.rest.length), this.rest, lastMetaBlock]);
  }
}

/** See RFC 7932, 9.2: the last meta-block, which is empty. */
const lastMetaBlock = Buffer.of(0b11);

/**
 * Of a meta-block of at most 65,536 bytes, which follow it as they are: not the last (one bit), four nibbles of length
 * (two bits), the length less one (sixteen bits), uncompressed (one bit), and zeros to the end of the byte.
 */
function uncompressedHeader(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}
