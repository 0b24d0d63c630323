import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export async function sendContent(res: Writable, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(content, { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    // If the connection is aborted, the client reports a failed download instead of saving an incomplete file.
    if (!isClientGone(error)) throw error;
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
