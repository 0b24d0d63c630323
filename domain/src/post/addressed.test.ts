import { expect, test } from 'vitest';
import { omitEmptyLists } from './addressed.js';

test('omits the fields for mentions and quotes if a post has none', () => {
  expect(omitEmptyLists({ mentions: [102], quotes: [20, 21] })).toEqual({ mentions: [102], quotes: [20, 21] });
  expect(omitEmptyLists({ mentions: [], quotes: [20] })).toEqual({ quotes: [20] });
  expect(omitEmptyLists({ mentions: [102], quotes: [] })).toStrictEqual({ mentions: [102] });
  expect(omitEmptyLists({})).toStrictEqual({});
});
