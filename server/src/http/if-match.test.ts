import { Refusal } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { versionIn } from './if-match.js';

const sent = (header: string | undefined) => versionIn({ header: () => header });

test('If-Match accepts a version with or without quotes', () => {
  expect(sent('"7"')).toBe(7);
  expect(sent('12')).toBe(12);
  expect(sent(undefined)).toBeUndefined();
  expect(sent('*')).toBeUndefined();
});

test('If-Match rejects any other value instead of treating it as a match', () => {
  for (const header of ['', '0', '"0"', '-1', 'W/"7"', '"7', '7"', '"7", "8"', '1.5', 'x', '"abc"', '9'.repeat(16)]) {
    expect(() => sent(header), header).toThrow(Refusal);
  }
});
