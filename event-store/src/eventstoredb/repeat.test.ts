import { expect, test } from 'vitest';
import { finalAppendError } from './errors.js';
import { repeatUntilKnown } from './repeat.js';

function append(...errors: object[]): Promise<never> {
  return repeatUntilKnown({
    call: () => Promise.reject(errors.shift() as Error),
    final: (error, isRepeat) => finalAppendError(error, 'user-1', 3, isRepeat),
    what: 'append to user-1',
    outcomeUnknown: true,
    forMs: 60_000,
  });
}

test('a rejected append has an unknown outcome only if an earlier attempt got no response', async () => {
  const denied = { type: 'access-denied', message: 'no' };
  await expect(append(denied)).rejects.toMatchObject({ outcomeUnknown: false });
  await expect(append({ code: 14 }, denied)).rejects.toMatchObject({ outcomeUnknown: true });
});
