import { expect, onTestFinished, test, vi } from 'vitest';
import { normalizeAddress, createLimits, RateLimitExceeded } from './rate-limits.js';

test('sends the retry delay to a client after too many attempts, without affecting others', async () => {
  const limits = createLimits(true);
  for (let i = 0; i < 5; i++) await limits.take('code', '1');
  const refusal = await limits.take('code', '1').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RateLimitExceeded);
  expect(refusal).toMatchObject({ code: 'too-many', status: 429 });
  expect((refusal as RateLimitExceeded).retryAfterSeconds).toBeGreaterThan(290);
  expect((refusal as RateLimitExceeded).retryAfterSeconds).toBeLessThanOrEqual(300);
  await limits.take('code', '2');
  await limits.take('password', '1');
});

test('allows any number of attempts if rate limits are off', async () => {
  const limits = createLimits(false);
  for (let i = 0; i < 1_000; i++) await limits.take('export', '1');
});

test('forgets the oldest clients if too many others make attempts', async () => {
  const limits = createLimits(true, 3);
  const isExhausted = async (who: string) => {
    for (let n = 0; n < 5; n++) await limits.take('code', who);
    return limits.take('code', who).then(
      () => false,
      (error: unknown) => error instanceof RateLimitExceeded,
    );
  };
  expect(await isExhausted('1')).toBe(true);
  for (const other of ['2', '3']) await limits.take('code', other);
  await expect(limits.take('code', '1')).rejects.toThrow(RateLimitExceeded);
  for (const other of ['4', '5', '6']) await limits.take('code', other);
  await limits.take('code', '1');
});

test('limits IPv4 clients by address and IPv6 clients by network', () => {
  const normalize = (ip: string | undefined) => normalizeAddress({ ip });
  expect(normalize('192.0.2.7')).toBe('192.0.2.7');
  expect(normalize('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(normalize('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64');
  expect(normalize('2001:0db8::1:1:1:1')).toBe('2001:db8:0:0::/64');
  expect(normalize('2001:DB8:0:1:1:2:3:4')).toBe(normalize('2001:db8:0:1::9'));
  expect(normalize('2001:db8:0:1::9')).not.toBe(normalize('2001:db8:0:2::9'));
  expect(normalize('::1')).toBe('0:0:0:0::/64');
  expect(normalize('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(normalize(undefined)).toBe('');
});

test('a rate-limited client waits at least one second, even if less time is left', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = createLimits(true);
  for (let n = 0; n < 5; n++) await limits.take('code', '1');
  for (const [remainingMs, seconds] of [
    [1_500, 2],
    [400, 1],
  ] as const) {
    vi.setSystemTime(300_000 - remainingMs);
    await expect(limits.take('code', '1')).rejects.toMatchObject({ retryAfterSeconds: seconds });
  }
});
