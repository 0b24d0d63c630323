import { Refusal } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { check, flag, id, isOneLine, createTextSchema } from './input.js';

const schema = z.object({
  name: createTextSchema('name-required', 'name-too-long', 5).optional(),
  about: z.string().max(2_000).optional(),
  list: z.array(z.number().min(1).max(9)).max(2).optional(),
  kind: z.enum(['red', 'blue']).optional(),
  owner: id.optional(),
  on: z.boolean().optional(),
});

function getRefusal(input: unknown, checked: z.ZodType = schema): Pick<Refusal, 'code' | 'field' | 'message'> {
  try {
    check(checked, input);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, field: error.field, message: error.message };
    throw error;
  }
  throw new Error('It was accepted.');
}

test.each([
  [{ about: 'x'.repeat(2_001) }, 'about', 'must have at most 2,000 characters'],
  [{ about: 5 }, 'about', 'must be a text'],
  [{ list: [1, 2, 3] }, 'list', 'must have at most 2 entries'],
  [{ list: [1, 10] }, 'list.1', 'must be at most 9'],
  [{ list: [0] }, 'list.0', 'must be at least 1'],
  [{ list: 'x' }, 'list', 'must be a list'],
  [{ kind: 'green' }, 'kind', 'must be one of red, blue'],
  [{ on: 2 }, 'on', 'must be true or false'],
  [{ owner: 'x' }, 'owner', 'must be an id'],
])('explains in plain words why %j is invalid', (input, field, words) => {
  expect(getRefusal(input)).toEqual({ code: 'validation', field, message: `${field}: ${words}` });
});

test('reports a missing field in the body', () => {
  expect(getRefusal({}, z.object({ about: z.string() })).message).toBe('about: is required');
});

test('reports a body that is not an object', () => {
  expect(getRefusal([])).toEqual({ code: 'validation', field: undefined, message: 'body: must be an object' });
});

test('validation uses the refusal specified by the schema', () => {
  expect(getRefusal({ name: ' ' })).toEqual({ code: 'name-required', field: 'name', message: 'A name is required.' });
});

test.each([
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  [true, true],
  [false, false],
])('accepts %j as a flag', (sent, read) => expect(check(flag, sent)).toBe(read));

test.each([2, -1, '', 'true', '01', ' 1', null])('rejects %j as a flag', (sent) => {
  expect(getRefusal({ sticky: sent }, z.object({ sticky: flag }))).toMatchObject({
    code: 'validation',
    field: 'sticky',
  });
});

test.each([' \n\t', '\u200b\u200d\ufeff', '\u00ad', '\u2800\u2800', '\u3164\u115f\uffa0', '\u0301', '\u{e0041}\ufe0f'])(
  'rejects %j as empty because it is invisible',
  (name) => expect(getRefusal({ name }).code).toBe('name-required'),
);

test.each(['a\u200b', '!', '1', '👍🏽', '☺️', '字', 'ก็'])('accepts %j as visible text', (name) => {
  expect(check(schema, { name })).toEqual({ name });
});

test('rejects line breaks and direction overrides in a single line, but accepts joined emoji', () => {
  const lines = ['a\nb', 'a\u2028b', 'a\0', '\u202egnp.exe', 'a\u2066b', '👨\u200d👩\u200d👧', 'שלום\u200f!', 'plain'];
  expect(lines.map(isOneLine)).toEqual([false, false, false, false, false, true, true, true]);
});
