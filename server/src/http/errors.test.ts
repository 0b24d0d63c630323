import { Refusal } from '@guildhall/domain/refusals.js';
import { TooLarge, Unavailable, type StoredEvent } from '@guildhall/event-store/port.js';
import { StoreDamaged } from '@guildhall/projections/view-store.js';
import type { NextFunction, Request, Response } from 'express';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { UnknownRightsEvent } from '../log/unknown-rights-event.js';
import { AuthorErased } from '../vault/vault.js';
import { handleErrors } from './errors.js';
import { RateLimitExceeded } from '../request/rate-limits.js';

function logError(error: unknown, level: 'debug' | 'info'): object[] {
  const lines: object[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as object);
  const log = pino({ level, base: null, timestamp: false }, { write });
  const res = { status: () => res, json: () => res, set: () => res, removeHeader: () => undefined };
  const next: NextFunction = () => undefined;
  void handleErrors(error, { log } as unknown as Request, res as unknown as Response, next);
  return lines;
}

test('logs the code and field of a refusal at debug level, without its text', () => {
  const refusal = new Refusal('forbidden', 'locked', 'Anna has permissions that you do not have.');
  expect(logError(refusal, 'debug')).toEqual([
    { level: 20, code: 'forbidden', field: 'locked', msg: 'request refused' },
  ]);
  expect(logError(refusal, 'info')).toEqual([]);
});

test('logs an unexpected failure as an error', () => {
  const failure = new TypeError('of the code');
  expect(logError(failure, 'info')).toMatchObject([{ level: 50, err: { message: 'of the code' } }]);
});

function respondTo(error: unknown) {
  const response = { status: 0, body: {} as object, headers: {} as Record<string, string> };
  const res = {
    headersSent: false,
    set: (name: string | object, value = '') => (
      Object.assign(response.headers, typeof name === 'string' ? { [name]: value } : name),
      res
    ),
    removeHeader: () => undefined,
    status: (status: number) => ((response.status = status), res),
    json: (body: object) => ((response.body = body), res),
  };
  const log = pino({ level: 'silent' });
  void handleErrors(error, { log } as unknown as Request, res as unknown as Response, () => undefined);
  return response;
}
const unknown = { type: 'Other.v1', stream: 'staff', position: '1' } as StoredEvent;
const buildParserError = (status: number, type: string) => Object.assign(new Error('of the parser'), { status, type });

test.each<[string, unknown, number, string]>([
  ['an unavailable store', new Unavailable('away', false), 503, 'unavailable'],
  ['damaged views', new StoreDamaged('damaged'), 503, 'unavailable'],
  ['rights that this version does not know', new UnknownRightsEvent(unknown), 503, 'unavailable'],
  ['a text of an erased author', new AuthorErased(7), 403, 'forbidden'],
  ['an event that is too large', new TooLarge('too large'), 413, 'too-large'],
  ['a body that is not JSON', buildParserError(400, 'entity.parse.failed'), 400, 'broken-json'],
  ['a body that is too large', buildParserError(413, 'entity.too.large'), 413, 'too-large'],
  ['a file outside of its folder', buildParserError(403, ''), 403, 'forbidden'],
  ['an unsupported encoding', buildParserError(415, 'encoding.unsupported'), 415, 'media-type'],
  ['an unknown charset', buildParserError(415, 'charset.unsupported'), 415, 'media-type'],
  ['a missing file', buildParserError(404, ''), 404, 'not-found'],
  ['an internal error with a status', buildParserError(502, ''), 500, 'internal'],
])('rejects %s with its code and without caching', (name, error, status, code) => {
  const { headers, ...sent } = respondTo(error);
  expect(sent).toMatchObject({ status, body: { code } });
  expect(headers).toEqual({
    'cache-control': 'private, no-store',
    ...(status === 503 && { 'retry-after': '2' }),
    ...(name.includes('charset') && { accept: 'application/json' }),
    ...(name.includes('encoding') && { 'accept-encoding': 'br, gzip, deflate' }),
  });
});

test('sends Retry-After if a client has made too many attempts', () => {
  expect(respondTo(new RateLimitExceeded(17)).headers).toMatchObject({ 'retry-after': '17' });
  expect(respondTo(new Refusal('forbidden')).headers).not.toHaveProperty('retry-after');
});

test('leaves errors to Express if the response has already started', () => {
  const next = vi.fn();
  void handleErrors(new Refusal('forbidden'), {} as Request, { headersSent: true } as Response, next);
  expect(next).toHaveBeenCalledWith(expect.any(Refusal));
});
