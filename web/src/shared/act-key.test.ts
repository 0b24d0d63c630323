import { expect, test } from 'vitest';
import { createActKey } from './act-key.js';

test('What is sent again unchanged keeps its key, other words have another.', () => {
  const keyOf = createActKey();
  const key = keyOf({ content: 'Congrats!' });
  expect(keyOf({ content: 'Congrats!' })).toBe(key);
  expect(keyOf({ content: 'Congrats' })).not.toBe(key);
});

test('The same words after they were sent are another act.', () => {
  const keyOf = createActKey();
  const key = keyOf('Congrats!');
  keyOf.done();
  expect(keyOf('Congrats!')).not.toBe(key);
});
