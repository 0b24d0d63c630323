import { expect, test } from 'vitest';
import { Refusal, refusals, type RefusalCode } from './refusals.js';

test('only the refusal of direct threads contains "not allowed", which clients rely on', () => {
  const codes = (Object.keys(refusals) as RefusalCode[]).filter((code) => refusals[code][1].includes('not allowed'));
  expect(codes).toEqual(['threads-not-direct']);
});

test('a refusal has the default message and status of its code unless overridden', () => {
  expect(new Refusal('not-found')).toMatchObject({
    name: 'Refusal',
    code: 'not-found',
    status: 404,
    message: 'Not found.',
    field: undefined,
  });
  expect(new Refusal('forbidden', 'sticky', 'Not here.')).toMatchObject({
    status: 403,
    message: 'Not here.',
    field: 'sticky',
  });
});
