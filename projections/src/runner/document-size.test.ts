import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approximateBytes } from './document-size.js';

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
  expect(approximateBytes(value)).toBe(bytes);
});

test('estimates at least half the JSON size of plain documents', () => {
  const word = fc.stringMatching(/^[a-z ]{0,20}$/);
  const document = fc.dictionary(word, fc.oneof(word, fc.nat(), fc.constant(null), fc.dictionary(word, word)));
  fc.assert(
    fc.property(document, (it) => {
      const exact = JSON.stringify(it).length;
      expect(approximateBytes(it)).toBeGreaterThanOrEqual(exact / 2);
      expect(approximateBytes(it)).toBeLessThanOrEqual(2 * exact + 20 * Object.keys(it).length);
    }),
  );
});
