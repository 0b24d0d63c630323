import { randomBytes } from 'node:crypto';
import { beginning } from '@guildhall/event-store/port.js';
import { expect, test, vi } from 'vitest';
import { ResponseCache } from './response-cache.js';

const unchangedServices = {
  views: { store: { generation: 1 } },
  policy: { position: beginning },
  site: { position: beginning },
  directory: { version: 1 },
  lastChanges: { isUnchanged: () => true },
};
const from = { checkpoint: beginning, knownPosition: beginning, position: '' };

function buildCachedResponse(bytes: Buffer) {
  const cache = new ResponseCache(unchangedServices);
  const make = vi.fn(() => Promise.resolve({ bytes, scopes: [] }));
  return { make, read: (key: string) => cache.getOrMake(key, from, make) };
}

test('the response cache stays within its limits even with small responses at long addresses', async () => {
  const { make, read } = buildCachedResponse(Buffer.from('[]'));
  const formatKey = (n: number) => `${n} ${'x'.repeat(10_000)}`;
  for (let n = 0; n < 3_000; n++) await read(formatKey(n));
  await read(formatKey(2_999));
  expect(make).toHaveBeenCalledTimes(3_000);
  await read(formatKey(0));
  expect(make).toHaveBeenCalledTimes(3_001);
});

test('the response cache stays within its limits with compressed responses', async () => {
  const random = Buffer.from(Array.from({ length: 100_000 }, () => Math.random().toString(36)[2] ?? '0').join(''));
  const { make, read } = buildCachedResponse(random);
  const count = 160;
  for (let n = 0; n < count; n++) {
    const { body } = await read(String(n));
    await Promise.all([body.encodeAs('br'), body.encodeAs('gzip')]);
  }
  for (let n = 0; n < count; n++) await read(String(n));
  expect(make.mock.calls.length).toBeGreaterThan(count);
});

test('does not cache a response that would evict many others', async () => {
  for (const [bytes, made] of [
    [200_000, 1],
    [2 ** 18, 2],
  ] as const) {
    const { make, read } = buildCachedResponse(Buffer.alloc(bytes));
    await read('one');
    await read('one');
    expect(make).toHaveBeenCalledTimes(made);
  }
});

test('a response remains cached when its compressed form is stored', async () => {
  const { make, read } = buildCachedResponse(randomBytes(240_000));
  const { body } = await read('one');
  await body.encodeAs('gzip');
  await read('one');
  expect(make).toHaveBeenCalledTimes(1);
});
