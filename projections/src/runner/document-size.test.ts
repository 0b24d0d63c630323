import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateBytes } from './document-size.js';

test.each([
  ['', 2],
  ['four', 6],
  [7, 8],
  [true, 8],
  [null, 8],
  [undefined, 8],
  [{}, 2],
  [{ id: 1 }, 2 + 6 + 8],
  [{ id: null }, 2 + 6 + 8],
  [{ name: 'four' }, 2 + 8 + 6],
  [{ in: { id: 1 } }, 2 + 6 + (2 + 6 + 8)],
  [{ a: 'b', c: 2 }, 2 + 5 + 3 + 5 + 8],
  [['a', 'b'], 2 + 5 + 3 + 5 + 3],
])('estimates the size of %j as %d bytes', (value, bytes) => {
  expect(estimateBytes(value)).toBe(bytes);
});

test('estimates at least half the JSON size of plain documents', () => {
  const text = fc.stringMatching(/^[a-z ]{0,20}$/);
  const document = fc.dictionary(text, fc.oneof(text, fc.nat(), fc.constant(null), fc.dictionary(text, text)));
  fc.assert(
    fc.property(document, (sample) => {
      const exact = JSON.stringify(sample).length;
      expect(estimateBytes(sample)).toBeGreaterThanOrEqual(exact / 2);
      expect(estimateBytes(sample)).toBeLessThanOrEqual(2 * exact + 20 * Object.keys(sample).length);
    }),
  );
});
