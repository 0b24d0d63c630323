import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EncodedBody } from './encoded-body.js';
import { ExtendedBody } from './extended-body.js';

const shared = 'What everyone of a role reads. '.repeat(1_000);
/** As the cache keeps it. */
const newStart = (text = shared) => new EncodedBody(Buffer.from(text), () => undefined);
/** Bytes of one and of several units in UTF-8, and nothing that repeats. */
const own = (bytes: number) =>
  Array.from({ length: bytes }, (_, n) => String.fromCharCode(33 + ((n * 7) % 90))).join('');

test.each([1, 2, 255, 256, 257, 2047, 2048, 2049, 70_000])(
  'a rest of %i bytes follows in each encoding',
  async (bytes) => {
    for (const start of [newStart(), newStart(''), newStart('é'.repeat(70_000))]) {
      const rest = own(bytes);
      const body = new ExtendedBody(start, rest);
      const whole = Buffer.concat([start.bytes, Buffer.from(rest)]);
      expect(body.bytes).toEqual(whole);
      expect(brotliDecompressSync(await body.as('br'))).toEqual(whole);
      expect(gunzipSync(await body.as('gzip'))).toEqual(whole);
    }
  },
);

test('an empty rest changes nothing', async () => {
  expect(String(brotliDecompressSync(await new ExtendedBody(newStart(), '').as('br')))).toBe(shared);
});

test('readers share the compressed start and nothing else', async () => {
  const start = newStart();
  const [one, two] = ['of one', 'of two é'].map((rest) => new ExtendedBody(start, rest)) as [
    ExtendedBody,
    ExtendedBody,
  ];
  const sent = await Promise.all([one.as('br'), two.as('br')]);
  expect(sent.map((bytes) => String(brotliDecompressSync(bytes)))).toEqual([`${shared}of one`, `${shared}of two é`]);
  expect(one.etag).not.toBe(two.etag);
  const kept = await start.as('unfinished');
  expect(sent.map((bytes) => bytes.subarray(0, kept.length).equals(kept))).toEqual([true, true]);
  expect(start.heldBytes).toBe(start.bytes.length + kept.length);
});

test('a long rest is compressed with all before it', async () => {
  const rest = shared.slice(0, 3_000);
  expect((await new ExtendedBody(newStart(), rest).as('br')).length).toBeLessThan(500);
});

test('a start that is sent once is compressed together with what follows', async () => {
  const start = new EncodedBody(Buffer.from(shared));
  expect(String(brotliDecompressSync(await new ExtendedBody(start, 'own').as('br')))).toBe(`${shared}own`);
  expect(start.heldBytes).toBe(start.bytes.length);
});
