import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameJson } from './same-json.js';

describe('JSON comparison', () => {
  it('a value is equal to its own JSON round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(sameJson(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });

  it('JSON comparison ignores field order and undefined fields', () => {
    const small = fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.constantFrom(0, 1, '1', null, [], {}, [1], { a: 1 }, undefined),
    );
    const text = (value: object) =>
      JSON.stringify(
        Object.entries(value)
          .filter(([, v]) => v !== undefined)
          .sort(),
      );
    fc.assert(
      fc.property(small, small, (a, b) => void expect(sameJson(a, b)).toBe(text(a) === text(b))),
      {
        numRuns: 500,
      },
    );
  });

  it('distinguishes arrays from objects, arrays of different lengths, and null from undefined', () => {
    expect(sameJson([], {})).toBe(false);
    expect(sameJson([1], [1, 2])).toBe(false);
    expect(sameJson({ a: null }, {})).toBe(false);
    expect(sameJson(null, {})).toBe(false);
  });

  it('JSON comparison ignores the excluded field only at the top level', () => {
    expect(sameJson({ id: 1, pos: 'a' }, { id: 1, pos: 'b' }, 'pos')).toBe(true);
    expect(sameJson({ id: 1, in: { pos: 'a' } }, { id: 1, in: { pos: 'b' } }, 'pos')).toBe(false);
  });
});
