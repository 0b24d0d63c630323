import { Refusal } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { parseIfMatch } from './if-match.js';

const parseVersions = (header: string | undefined) => parseIfMatch({ header: () => header });

test('If-Match accepts versions with quotes, and a single one without', () => {
  expect(parseVersions('"7"')).toEqual([7]);
  expect(parseVersions('12')).toEqual([12]);
  expect(parseVersions('"7", "8" ,"9"')).toEqual([7, 8, 9]);
  expect(parseVersions(undefined)).toBeUndefined();
  expect(parseVersions('*')).toBeUndefined();
});

test.each(['W/"7"', '"abc"', '"0"', '""', '"a,7"', 'W/"7", "x"', `"${'9'.repeat(16)}"`])(
  'If-Match matches no version for the tag %s',
  (header) => expect(parseVersions(header)).toEqual([]),
);

test.each(['', '0', '-1', '"7', '7"', '1.5', 'x', '7, 8', '"7",', '"7" "8"', '*, "7"', 'w/"7"', '9'.repeat(16)])(
  'If-Match rejects the malformed value %s',
  (header) => expect(() => parseVersions(header)).toThrow(Refusal),
);
