import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { same } from './checks.js';

describe('two values', () => {
  const reversed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(reversed);
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, it]) => [key, reversed(it)]),
    );
  };
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

  test('are the same whatever the order of their keys', () => {
    expect(same({ a: 1, b: null, c: [1, { d: 2, e: 3 }] }, { c: [1, { e: 3, d: 2 }], b: null, a: 1 })).toBe(true);
    fc.assert(fc.property(json, (value) => same(value, reversed(value))));
  });

  test('are not the same where any part differs', () => {
    expect(same([1, 2], [2, 1])).toBe(false);
    expect(same([1], { 0: 1 })).toBe(false);
    expect(same({ a: null }, { a: {} })).toBe(false);
    fc.assert(fc.property(json, json, (a, b) => same(a, b) === isDeepStrictEqual(a, b)));
  });
});
