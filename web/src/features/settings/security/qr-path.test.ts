import { expect, test } from 'vitest';
import { qrPath } from './qr-path.js';

test('draws each run of dark squares as one rectangle, and light squares not at all', () => {
  expect(qrPath([])).toBe('');
  expect(qrPath([[false, false]])).toBe('');
  expect(
    qrPath([
      [true, true, false, true],
      [false, true, false, false],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 1h1v1h-1z');
});
