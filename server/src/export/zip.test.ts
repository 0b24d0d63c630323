import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZip } from '../testing/read-zip.js';
import { createZip, type ZipEntry } from './zip.js';

const savedAt = new Date('2026-02-03T04:05:06.000Z');
const createSlice = (n: number) => Buffer.alloc(65_536, `slice ${n} `);

function buildSource({ slices = 40, failsAt = Infinity }: { slices?: number; failsAt?: number } = {}) {
  const progress = { slices: 0, hasEnded: false };
  function* getContent(): Generator<Uint8Array> {
    for (let n = 0; n < slices; n++) {
      if (n === failsAt) throw new Error('The store is away');
      progress.slices++;
      yield createSlice(n);
    }
  }
  async function* streamEntries(): AsyncGenerator<ZipEntry> {
    try {
      for (const name of ['a.webp', 'b.webp']) {
        yield await Promise.resolve({ name, content: getContent(), mtime: savedAt, compress: false });
      }
    } finally {
      progress.hasEnded = true;
    }
  }
  return { progress, entries: streamEntries() };
}

async function* streamTexts(): AsyncGenerator<string> {
  for (const text of ['{"word":"', 'één '.repeat(10_000), '"}']) yield await Promise.resolve(text);
}

test('an archive contains each entry with its content and date, compressed only on request', async () => {
  async function* streamEntries(): AsyncGenerator<ZipEntry> {
    yield { name: 'account.json', content: streamTexts(), mtime: savedAt, compress: true };
    yield* buildSource().entries;
    yield await Promise.resolve({ name: 'empty', content: [], mtime: savedAt, compress: false });
  }
  const archive = await buffer(createZip(streamEntries()));
  const files = await readZip(archive);
  expect([...files.keys()]).toEqual(['account.json', 'a.webp', 'b.webp', 'empty']);
  expect(files.get('account.json')).toMatchObject({ modifiedAt: savedAt, isCompressed: true });
  expect(String(files.get('account.json')?.bytes)).toBe(`{"word":"${'één '.repeat(10_000)}"}`);
  const sent = Buffer.concat(Array.from({ length: 40 }, (_, n) => createSlice(n)));
  for (const name of ['a.webp', 'b.webp']) {
    const { bytes, ...facts } = files.get(name)!;
    expect(facts).toEqual({ modifiedAt: savedAt, isCompressed: false });
    expect(bytes.equals(sent)).toBe(true);
  }
  expect(files.get('empty')?.bytes).toHaveLength(0);
});

test('reads the entries only as fast as the archive is read, and no further after it was abandoned', async () => {
  const { progress, entries } = buildSource({ slices: 2_000 });
  const archive = Readable.from(createZip(entries), { highWaterMark: 1 });
  let received = 0;
  for await (const chunk of archive) {
    received += (chunk as Buffer).length;
    if (received > 20 * 65_536) break;
  }
  expect(progress.slices).toBeGreaterThan(19);
  expect(progress.slices).toBeLessThan(80);
  await expect.poll(() => progress.hasEnded).toBe(true);
  const { slices } = progress;
  await new Promise((resolve) => setImmediate(resolve));
  expect(progress.slices).toBe(slices);
});

test('fails without completing the archive if the content of an entry fails', async () => {
  const { progress, entries } = buildSource({ failsAt: 10 });
  const received: Uint8Array[] = [];
  const readAll = async () => {
    for await (const chunk of createZip(entries)) received.push(chunk);
  };
  await expect(readAll()).rejects.toThrow('The store is away');
  expect(received.length).toBeGreaterThan(0);
  await expect(readZip(Buffer.concat(received))).rejects.toThrow('End of central directory');
  await expect.poll(() => progress.hasEnded).toBe(true);
});
