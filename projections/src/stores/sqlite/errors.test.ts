import { isDamaged } from '@guildhall/event-store/sqlite/errors.js';
import { describe, expect, test } from 'vitest';
import { StoreDamaged, StoreFull, StoreUnavailable } from '../../view-store.js';
import { translateSqlite } from './errors.js';

const buildDriverError = (errcode: number) => Object.assign(new Error(`code ${errcode}`), { errcode });
const extendCode = (primary: number, kind: number) => primary | (kind << 8);

type Meaning = 'unavailable' | 'damaged' | 'fault';
/** Every primary code that SQLite's documentation lists as an error. */
const primaryCodes: [code: number, name: string, meaning: Meaning][] = [
  [1, 'ERROR', 'fault'],
  [2, 'INTERNAL', 'fault'],
  [3, 'PERM', 'fault'],
  [4, 'ABORT', 'fault'],
  [5, 'BUSY', 'unavailable'],
  [6, 'LOCKED', 'unavailable'],
  [7, 'NOMEM', 'fault'],
  [8, 'READONLY', 'fault'],
  [9, 'INTERRUPT', 'fault'],
  [10, 'IOERR', 'unavailable'],
  [11, 'CORRUPT', 'damaged'],
  [12, 'NOTFOUND', 'fault'],
  [13, 'FULL', 'unavailable'],
  [14, 'CANTOPEN', 'unavailable'],
  [15, 'PROTOCOL', 'fault'],
  [17, 'SCHEMA', 'fault'],
  [18, 'TOOBIG', 'fault'],
  [19, 'CONSTRAINT', 'fault'],
  [20, 'MISMATCH', 'fault'],
  [21, 'MISUSE', 'fault'],
  [25, 'RANGE', 'fault'],
  [26, 'NOTADB', 'damaged'],
];

describe.each(primaryCodes)('SQLite error code %i (%s) means %s', (code, _, meaning) => {
  // The only exception is IOERR of kind 2, which is tested below.
  test.each([0, 1, 3, 12, 24])('the error means the same with extended code %i', (kind) => {
    const error = buildDriverError(extendCode(code, kind));
    const translatedError = translateSqlite(error);
    expect(isDamaged(error)).toBe(meaning === 'damaged');
    if (meaning !== 'fault') {
      expect(translatedError).toBeInstanceOf(meaning === 'damaged' ? StoreDamaged : StoreUnavailable);
      expect(translatedError).toMatchObject({ message: error.message, cause: error });
    } else {
      expect(translatedError).toBe(error);
    }
  });
});

test.each([
  ['database disk image is malformed', StoreDamaged],
  ['file is not a database', StoreDamaged],
  ['disk I/O error', StoreUnavailable],
  ['database or disk is full', StoreFull],
])('recognises a driver error without a code by its message: %s', (text, kind) => {
  expect(translateSqlite(Object.assign(new Error(text), { code: 'ERR_SQLITE_ERROR' }))).toBeInstanceOf(kind);
  const other = new Error(text);
  expect(translateSqlite(other)).toBe(other);
});

test('reports a truncated database file as damaged', () => {
  expect(isDamaged(buildDriverError(extendCode(10, 2)))).toBe(true);
});

test.each([new Error('plain'), Object.assign(new Error('text'), { errcode: '5' }), { errcode: 5 }, null, undefined])(
  'does not convert errors from other sources: %s',
  (error) => {
    expect(translateSqlite(error)).toBe(error);
    expect(isDamaged(error)).toBe(false);
  },
);
