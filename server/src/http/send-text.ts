import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends text as it is made, no faster than it is read. A reader who goes away ends the making. */
export async function sendText(res: Writable, text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text, { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    // Half a file is none: the connection is cut, which its reader sees as a failed download.
    if (!isGone(error)) throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
