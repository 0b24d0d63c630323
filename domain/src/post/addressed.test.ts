import { expect, test } from 'vitest';
import { addressed } from './addressed.js';

test('omits the fields for mentions and quotes if a post has none', () => {
  expect(addressed({ mentions: [102], quotes: [20, 21] })).toEqual({ mentions: [102], quotes: [20, 21] });
  expect(addressed({ mentions: [], quotes: [20] })).toEqual({ quotes: [20] });
  expect(addressed({ mentions: [102], quotes: [] })).toStrictEqual({ mentions: [102] });
  expect(addressed({})).toStrictEqual({});
});
