import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { translateMongo } from './errors.js';
import { StoreUnavailable } from '../../view-store.js';

test('reports a broken connection as an unavailable store, even for a raw socket error', () => {
  const afterEnd = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  for (const error of [afterEnd, new MongoNetworkError('closed'), new MongoServerError({ code: 91 })]) {
    expect(translateMongo(error)).toBeInstanceOf(StoreUnavailable);
    expect(translateMongo(error)).toMatchObject({ cause: error });
  }
});

test('rethrows a permanent error unchanged', () => {
  const otherErrors = [
    new TypeError('no'),
    new MongoServerError({ code: 2 }),
    Object.assign(new Error(), { code: 'ENOENT' }),
  ];
  for (const error of [...otherErrors, null, 'EPIPE']) expect(translateMongo(error)).toBe(error);
});

test.each([11, 13, 18, 8000])(
  'reports a rejected user (%i) as an unavailable store, because an operator can fix it',
  (code) => {
    const message = 'not authorized on x to execute command { find: "sessions", filter: { _id: "secret" } }';
    const error = translateMongo(new MongoServerError({ code, message, errmsg: message }));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).toMatchObject({ message: 'not authorized on x to execute command { find … }' });
  },
);
