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
