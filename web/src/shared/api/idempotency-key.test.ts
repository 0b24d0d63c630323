import { expect, test } from 'vitest';
import { createIdempotencyKey } from './idempotency-key.js';

test('What is sent again unchanged keeps its key, other words have another.', () => {
  const keyOf = createIdempotencyKey();
  const key = keyOf({ content: 'Congrats!' });
  expect(keyOf({ content: 'Congrats!' })).toBe(key);
  expect(keyOf({ content: 'Congrats' })).not.toBe(key);
});

test('The same words after they were sent are another act.', () => {
  const keyOf = createIdempotencyKey();
  const key = keyOf('Congrats!');
  keyOf.done();
  expect(keyOf('Congrats!')).not.toBe(key);
});
