import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile, type ReadStreamOptions } from 'yazl';

export interface ZipEntry extends Pick<ReadStreamOptions, 'mtime' | 'compress'> {
  name: string;
  content: AsyncIterable<string> | Iterable<Uint8Array>;
}

/** Takes an entry, and reads its content, only as fast as the archive is read. */
export async function* createZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const isRead = new AbortController();
  addAll(zip, entries, isRead.signal).catch((error: unknown) => output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    isRead.abort();
  }
}

async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, content, ...options } of entries) {
    const stream = Readable.from(content);
    zip.addReadStream(stream, name, options);
    try {
      await finished(stream, { signal });
    } finally {
      stream.destroy();
    }
  }
  zip.end();
}
