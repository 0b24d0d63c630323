import { expect, test } from 'vitest';
import { createIdempotencyKey } from './idempotency-key.js';

test('keeps the key for unchanged content, and changes it for other content', () => {
  const keyOf = createIdempotencyKey();
  const key = keyOf({ content: 'Congrats!' });
  expect(keyOf({ content: 'Congrats!' })).toBe(key);
  expect(keyOf({ content: 'Congrats' })).not.toBe(key);
});

test('gives the same content another key after it was sent', () => {
  const keyOf = createIdempotencyKey();
  const key = keyOf('Congrats!');
  keyOf.done();
  expect(keyOf('Congrats!')).not.toBe(key);
});
