import { Refusal } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { parseIfMatch } from './if-match.js';

const versionOf = (header: string | undefined) => parseIfMatch({ header: () => header });

test('If-Match accepts a version with or without quotes', () => {
  expect(versionOf('"7"')).toBe(7);
  expect(versionOf('12')).toBe(12);
  expect(versionOf(undefined)).toBeUndefined();
  expect(versionOf('*')).toBeUndefined();
});

test('If-Match rejects any other value instead of treating it as a match', () => {
  for (const header of ['', '0', '"0"', '-1', 'W/"7"', '"7', '7"', '"7", "8"', '1.5', 'x', '"abc"', '9'.repeat(16)]) {
    expect(() => versionOf(header), header).toThrow(Refusal);
  }
});
