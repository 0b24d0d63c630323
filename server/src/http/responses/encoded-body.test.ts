import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EncodedBody } from './encoded-body.js';

const text = Buffer.from('What it says. '.repeat(1_000));

test('compresses a body only once per encoding', async () => {
  const body = new EncodedBody(text);
  expect(brotliDecompressSync(await body.encodeAs('br'))).toEqual(text);
  expect(gunzipSync(await body.encodeAs('gzip'))).toEqual(text);
  expect(await body.encodeAs('br')).toBe(await body.encodeAs('br'));
});

test('the size of a body includes all of its stored encodings', async () => {
  let growCount = 0;
  const body = new EncodedBody(text, { isShared: true, onGrown: () => growCount++ });
  const { length } = await body.encodeAs('br');
  await body.encodeAs('br');
  expect([body.heldBytes, growCount]).toEqual([text.length + length, 1]);
});

test('a stored encoding takes up only its own bytes instead of an entire zlib chunk', async () => {
  const cachedBody = new EncodedBody(text, { isShared: true });
  const forms = [await cachedBody.encodeAs('br'), await cachedBody.encodeAs('gzip')];
  expect(forms.map(({ buffer }) => buffer.byteLength)).toEqual(forms.map(({ length }) => length));
});

test('the brotli window is less than twice the size of the body', async () => {
  const [firstByte = 0] = await new EncodedBody(text).encodeAs('br');
  expect(2 ** readWindowBits(firstByte)).toBeLessThan(2 * text.length);
});

function readWindowBits(byte: number): number {
  if ((byte & 1) === 0) return 16;
  if (((byte >> 1) & 7) !== 0) return 17 + ((byte >> 1) & 7);
  return ((byte >> 4) & 7) === 0 ? 17 : 8 + ((byte >> 4) & 7);
}

test('does not compress a small body', () => {
  expect(new EncodedBody(Buffer.from('[]')).isCompressible).toBe(false);
  expect(new EncodedBody(text).isCompressible).toBe(true);
});
