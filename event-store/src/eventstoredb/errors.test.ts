import { expect, test } from 'vitest';
import { toFinalAppendError, toPortError } from './errors.js';
import { TooLarge, Unavailable, VersionConflict } from '../port.js';

const append = (error: unknown) => toFinalAppendError(error, 'user-1', 3, false);

test('an append has an unknown outcome if the error has neither type nor code', () => {
  const notReady = new Error('Could not recognize Server Is Not Ready');
  expect(append(notReady)).toBeUndefined();
  const error = toPortError(notReady, 'append to user-1', true);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).toMatchObject({ outcomeUnknown: true });
});

test('an error with only a code is not a final response', () => {
  expect(append(Object.assign(new Error('14 UNAVAILABLE'), { code: 14 }))).toBeUndefined();
});

test('a wrong revision and an oversized append are final errors', () => {
  const conflict = append({ type: 'wrong-expected-version', actualVersion: 5n });
  expect(conflict).toBeInstanceOf(VersionConflict);
  expect(conflict).toMatchObject({ expected: 3, actual: 5 });
  expect(append({ type: 'wrong-expected-version', actualVersion: 'no_stream' })).toMatchObject({ actual: 'no-stream' });
  expect(append({ type: 'maximum-append-size-exceeded' })).toBeInstanceOf(TooLarge);
});
