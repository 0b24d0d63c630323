import { expect, test } from 'vitest';
import { toFinalAppendError, toFinalReadError, toPortError } from './errors.js';
import { TooLarge, Unavailable, VersionConflict } from '../port.js';

const append = (error: unknown) => toFinalAppendError(error, 'user-1', 3, false);

test('an append has an unknown outcome if the error has neither type nor code', () => {
  const notReady = new Error('Could not recognize Server Is Not Ready');
  expect(append(notReady)).toBeUndefined();
  const error = toPortError(notReady, 'append to user-1', true);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).toMatchObject({ outcomeUnknown: true });
});

test('an error without a known type is not a final response', () => {
  expect(append({ type: 'unknown', message: '?' })).toBeUndefined();
  expect(append(Object.assign(new Error('14 UNAVAILABLE'), { code: 14 }))).toBeUndefined();
});

test('a wrong revision and an oversized append are final errors', () => {
  const conflict = append({ type: 'wrong-expected-version', actualVersion: 5n });
  expect(conflict).toBeInstanceOf(VersionConflict);
  expect(conflict).toMatchObject({ expectedRevision: 3, actual: 5 });
  expect(append({ type: 'wrong-expected-version', actualVersion: 'no_stream' })).toMatchObject({ actual: 'no-stream' });
  expect(append(conflict)).toBe(conflict);
  expect(append({ type: 'maximum-append-size-exceeded' })).toEqual(
    new TooLarge('The append to user-1 is too large for the server'),
  );
});

test.each(['stream-deleted', 'access-denied', 'invalid-argument', 'invalid-transaction'])(
  'the refusal %s is the final response to an append and to a read',
  (type) => {
    const refusal = { type, message: 'no' };
    expect(append(refusal)).toMatchObject({ name: 'Unavailable', outcomeUnknown: false, cause: refusal });
    expect(toFinalReadError(refusal)).toBe(refusal);
  },
);

test('a missing stream is a final response to a read, but a lost connection is not', () => {
  const missing = { type: 'stream-not-found' };
  expect(toFinalReadError(missing)).toBe(missing);
  expect(toFinalReadError({ code: 14, type: 'unavailable' })).toBeUndefined();
});

test.each([
  [{ message: 'no', type: 'unknown', code: 2 }, 'no'],
  [{ message: '', type: 'unknown', code: 2 }, 'unknown'],
  [{ code: 14 }, 'error 14'],
  ['no', 'no'],
  [null, 'null'],
])('an error is described by its message, or else by its type or code: %o', (error, description) => {
  const unavailable = toPortError(error, 'head', false);
  expect(unavailable).toMatchObject({ message: `EventStoreDB, head: ${description}`, outcomeUnknown: false });
  expect(toPortError(unavailable, 'append', true)).toBe(unavailable);
});
