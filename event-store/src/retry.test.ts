import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retry, RetryDelays } from './retry.js';

const middle = { random: () => 0.5 };
const takeDelays = (retryDelays: RetryDelays, count: number) => Array.from({ length: count }, () => retryDelays.next());

describe('RetryDelays', () => {
  it('doubles the retry delay from 100 ms up to 10 s and resets it after a success', () => {
    const retryDelays = new RetryDelays(middle);
    expect(takeDelays(retryDelays, 9)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
    retryDelays.reset();
    expect(takeDelays(retryDelays, 2)).toEqual([100, 200]);
  });

  it('can retry immediately at first, and returns to the initial delay after progress', () => {
    const retryDelays = new RetryDelays({ ...middle, initialDelayMs: 10, maxDelayMs: 30, immediateFirst: true });
    expect(takeDelays(retryDelays, 5)).toEqual([0, 10, 20, 30, 30]);
    retryDelays.recordProgress();
    expect(takeDelays(retryDelays, 2)).toEqual([10, 20]);
    retryDelays.reset();
    expect(retryDelays.next()).toBe(0);
  });

  it('randomises the retry delay', () => {
    expect(new Set(Array.from({ length: 20 }, () => new RetryDelays().next())).size).toBeGreaterThan(10);
  });

  it('an aborted signal ends the wait before a retry', async () => {
    const stop = new AbortController();
    const wait = new RetryDelays({ initialDelayMs: 60_000, maxDelayMs: 60_000 }).wait(stop.signal);
    stop.abort();
    await expect(wait).resolves.toBeUndefined();
  });
});

describe('retry', () => {
  const noDelays = { initialDelayMs: 0, maxDelayMs: 0 };
  let tries = 0;
  beforeEach(() => void (tries = 0));
  afterEach(() => vi.restoreAllMocks());
  const failTimes = (times: number) => () => {
    tries += 1;
    return tries <= times ? Promise.reject(new Error(`failure ${tries}`)) : Promise.resolve('done');
  };

  it('retries a task until it succeeds and reports each failure', async () => {
    const onRetry = vi.fn();
    await expect(retry(failTimes(3), { retryDelays: new RetryDelays(noDelays), onRetry })).resolves.toBe('done');
    expect(onRetry.mock.calls.map(([error]) => (error as Error).message)).toEqual([
      'failure 1',
      'failure 2',
      'failure 3',
    ]);
  });

  it('rethrows a permanent error without retrying', async () => {
    await expect(retry(failTimes(3), { isTransient: () => false })).rejects.toThrow('failure 1');
    expect(tries).toBe(1);
  });

  it('an aborted retry throws the abort reason without another attempt', async () => {
    const stop = new AbortController();
    const reason = new Error('closed');
    const ended = retry(failTimes(9), { signal: stop.signal, onRetry: () => stop.abort(reason) });
    await expect(ended).rejects.toBe(reason);
    expect(tries).toBe(1);
    await expect(retry(failTimes(9), { signal: stop.signal })).rejects.toBe(reason);
    expect(tries).toBe(1);
  });
});
