import { expect, test } from 'vitest';
import { ResponseCache } from './response-cache.js';

test('Small responses under long addresses stay within the bounds too', () => {
  const cache = new ResponseCache();
  const answer = { stamp: '1', body: Buffer.from('[]'), etag: '"e"', links: {} };
  const key = (n: number) => `${n} ${'x'.repeat(10_000)}`;
  for (let n = 0; n < 3_000; n++) cache.set(key(n), answer);
  expect(cache.get(key(0), '1')).toBeUndefined();
  expect(cache.get(key(2_999), '1')).toEqual(answer);
  expect(cache.get(key(2_999), '2')).toBeUndefined();
});

test('A response that would take the room of many others is not kept', () => {
  const cache = new ResponseCache();
  const of = (bytes: number) => ({ stamp: '1', body: Buffer.alloc(bytes), etag: '"e"', links: {} });
  cache.set('usual', of(200_000));
  cache.set('large', of(2 ** 18));
  expect([cache.get('usual', '1')?.body.length, cache.get('large', '1')]).toEqual([200_000, undefined]);
});
