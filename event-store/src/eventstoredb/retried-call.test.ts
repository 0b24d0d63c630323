import { expect, test, vi } from 'vitest';
import { toFinalAppendError } from './errors.js';
import { retryUntilOutcomeKnown } from './retried-call.js';

function append(...errors: object[]): Promise<never> {
  return retryUntilOutcomeKnown({
    call: () => Promise.reject(errors.shift() as Error),
    final: (error, isRetry) => toFinalAppendError(error, 'user-1', 3, isRetry),
    callName: 'append to user-1',
    outcomeUnknown: true,
    timeoutMs: 60_000,
  });
}

test('a rejected append has an unknown outcome only if an earlier attempt got no response', async () => {
  const accessDenied = { type: 'access-denied', message: 'no' };
  await expect(append(accessDenied)).rejects.toMatchObject({ outcomeUnknown: false });
  await expect(append({ code: 14 }, accessDenied)).rejects.toMatchObject({ outcomeUnknown: true });
});

test('retries a call until it succeeds', async () => {
  const outcomes = [() => Promise.reject(new Error('no')), () => Promise.resolve(7)];
  const options = { final: () => undefined, callName: 'head', outcomeUnknown: false, timeoutMs: 60_000 };
  expect(await retryUntilOutcomeKnown({ call: () => outcomes.shift()!(), ...options })).toBe(7);
});

test('a call is not retried if the next attempt would begin after the timeout', async () => {
  const error = new Error('no');
  const call = vi.fn(() => Promise.reject(error));
  const options = { final: () => undefined, callName: 'head', outcomeUnknown: true, timeoutMs: 0 };
  await expect(retryUntilOutcomeKnown({ call, ...options })).rejects.toMatchObject({
    message: 'EventStoreDB, head: no',
    outcomeUnknown: true,
    cause: error,
  });
  expect(call).toHaveBeenCalledTimes(1);
});
