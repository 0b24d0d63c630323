import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

export interface ArchivedFile {
  bytes: Buffer;
  modifiedAt: Date;
  isCompressed: boolean;
}

/** @throws if the archive is incomplete or damaged */
export async function readZip(archive: Buffer): Promise<Map<string, ArchivedFile>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const files = new Map<string, ArchivedFile>();
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`);
    files.set(entry.fileName, {
      bytes,
      modifiedAt: entry.getLastModDate(),
      isCompressed: entry.compressionMethod !== 0,
    });
  }
  return files;
}
