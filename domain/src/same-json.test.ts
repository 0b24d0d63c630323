import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from './same-json.js';

describe('JSON comparison', () => {
  it('a value is equal to its own JSON round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(isSameJson(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });

  it('JSON comparison ignores field order and undefined fields', () => {
    const small = fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.constantFrom(0, 1, '1', null, [], {}, [1], { a: 1 }, undefined),
    );
    const toText = (value: object) =>
      JSON.stringify(
        Object.entries(value)
          .filter(([, v]) => v !== undefined)
          .sort(),
      );
    fc.assert(
      fc.property(small, small, (a, b) => void expect(isSameJson(a, b)).toBe(toText(a) === toText(b))),
      {
        numRuns: 500,
      },
    );
  });

  it('distinguishes arrays from objects, arrays of different lengths, and null from undefined', () => {
    expect(isSameJson([], {})).toBe(false);
    expect(isSameJson([1], [1, 2])).toBe(false);
    expect(isSameJson({ a: null }, {})).toBe(false);
    expect(isSameJson(null, {})).toBe(false);
  });

  it('JSON comparison ignores the excluded field only at the top level', () => {
    expect(isSameJson({ id: 1, pos: 'a' }, { id: 1, pos: 'b' }, 'pos')).toBe(true);
    expect(isSameJson({ id: 1, in: { pos: 'a' } }, { id: 1, in: { pos: 'b' } }, 'pos')).toBe(false);
  });
});
