import { Refusal } from '@guildhall/domain/refusals.js';
import type { NextFunction, Request, Response } from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { handleErrors } from './errors.js';

/** What is logged at a level while an error becomes a response. */
function linesOf(error: unknown, level: 'debug' | 'info'): object[] {
  const lines: object[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as object);
  const log = pino({ level, base: null, timestamp: false }, { write });
  const res = { status: () => res, json: () => res, set: () => res };
  const next: NextFunction = () => undefined;
  void handleErrors(error, { log } as unknown as Request, res as unknown as Response, next);
  return lines;
}

test('logs the code and field of a refusal at the level debug, without its text', () => {
  const refusal = new Refusal('forbidden', 'locked', 'Anna has permissions that you do not have.');
  expect(linesOf(refusal, 'debug')).toEqual([
    { level: 20, code: 'forbidden', field: 'locked', msg: 'request refused' },
  ]);
  expect(linesOf(refusal, 'info')).toEqual([]);
});

test('logs an unexpected failure as an error', () => {
  const failure = new TypeError('of the code');
  expect(linesOf(failure, 'info')).toMatchObject([{ level: 50, err: { message: 'of the code' } }]);
});
