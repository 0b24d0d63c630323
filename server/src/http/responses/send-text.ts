import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends text as it is made, no faster than it is read. It stops when the reader disconnects. */
export async function sendText(res: Writable, text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text, { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    // Half a file is useless: the connection is cut, so that the reader sees a failed download.
    if (!isGone(error)) throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
