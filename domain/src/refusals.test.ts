import { expect, test } from 'vitest';
import { refusals, type RefusalCode } from './refusals.js';

test('Only the refusal of direct threads contains "not allowed": clients tell it by these words', () => {
  const containing = (Object.keys(refusals) as RefusalCode[]).filter((code) =>
    refusals[code][1].includes('not allowed'),
  );
  expect(containing).toEqual(['threads-not-direct']);
});
