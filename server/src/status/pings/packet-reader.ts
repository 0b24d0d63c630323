import { StatusUnknown } from './game-status.js';

/** Reads packets with a length prefix from a stream, in memory proportional to `maxBytes`. */
export class PacketReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  async read(maxBytes: number): Promise<Buffer> {
    const length = await this.readLength();
    if (length > maxBytes) throw new StatusUnknown('A packet exceeds its limit');
    return this.take(length);
  }

  private async readLength(): Promise<number> {
    let length = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const [byte = 0] = await this.take(1);
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
    throw new StatusUnknown('The length of a packet has too many bytes');
  }

  private async take(count: number): Promise<Buffer> {
    const bytes = Buffer.alloc(count);
    for (let filledBytes = 0; filledBytes < count;) {
      if (this.rest.length === 0) this.rest = await this.readChunk();
      const copiedBytes = this.rest.copy(bytes, filledBytes);
      this.rest = this.rest.subarray(copiedBytes);
      filledBytes += copiedBytes;
    }
    return bytes;
  }

  private async readChunk(): Promise<Buffer<ArrayBuffer>> {
    const { done, value } = (await this.chunks.next()) as { done?: boolean; value: Buffer<ArrayBuffer> };
    if (done) throw new Error('The server closed the connection');
    return value;
  }
}
