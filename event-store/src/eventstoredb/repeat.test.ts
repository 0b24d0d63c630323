import { expect, test } from 'vitest';
import { toFinalAppendError } from './errors.js';
import { retryUntilOutcomeKnown } from './repeat.js';

function append(...errors: object[]): Promise<never> {
  return retryUntilOutcomeKnown({
    call: () => Promise.reject(errors.shift() as Error),
    final: (error, isRepeat) => toFinalAppendError(error, 'user-1', 3, isRepeat),
    what: 'append to user-1',
    outcomeUnknown: true,
    timeoutMs: 60_000,
  });
}

test('a rejected append has an unknown outcome only if an earlier attempt got no response', async () => {
  const accessDenied = { type: 'access-denied', message: 'no' };
  await expect(append(accessDenied)).rejects.toMatchObject({ outcomeUnknown: false });
  await expect(append({ code: 14 }, accessDenied)).rejects.toMatchObject({ outcomeUnknown: true });
});
