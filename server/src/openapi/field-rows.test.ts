import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldRows, typeOf } from './field-rows.js';
import { Schemas } from './schemas.js';

const schemas = new Schemas();
const typeIn = (schema: z.ZodType) => typeOf(schemas.input(schema));

describe('The text of a type', () => {
  test.each([
    ['string', z.string()],
    ['string, 3 to 120 characters', z.string().min(3).max(120)],
    ['string, at most 40 characters', z.string().max(40)],
    ['string, not empty', z.string().min(1)],
    ['string or null', z.string().nullable()],
    ['fields by name', z.record(z.string(), z.int())],
    ['string, of the form ^a$', z.string().regex(/^a$/)],
    ['integer, 1 to 50, 10 when left out', z.coerce.number().int().min(1).max(50).default(10)],
    ['integer', z.int()],
    ['integer, at least 0', z.int().min(0)],
    ['date-time', z.iso.datetime()],
    ['"a", "b"', z.enum(['a', 'b'])],
    ['true', z.literal(true)],
    ['list of string or null', z.array(z.string()).nullable()],
    ['anything', z.unknown()],
  ])('%s', (words, schema) => {
    expect(typeIn(schema)).toBe(words);
  });
});

test('The fields of inner objects follow with their path; a named schema has a section of its own', () => {
  const named = z.object({ unseen: z.string() }).meta({ id: 'Seen' });
  const schema = z.object({
    named,
    entries: z.array(z.object({ id: z.string(), inner: z.object({ deep: z.boolean().optional() }).nullable() })),
  });
  expect(fieldRows(schemas.input(schema))).toEqual([
    { name: 'named', type: 'Seen', required: true },
    { name: 'entries', type: 'list of object', required: true },
    { name: 'entries[].id', type: 'string', required: true },
    { name: 'entries[].inner', type: 'object or null', required: true },
    { name: 'entries[].inner.deep', type: 'boolean', required: false },
  ]);
  expect(Object.keys(schemas.components)).toContain('Seen');
});
