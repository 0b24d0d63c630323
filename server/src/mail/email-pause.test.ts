import { expect, test } from 'vitest';
import { removeAddresses } from './email-pause.js';

test('removes the addresses from a response', () => {
  expect(removeAddresses('550 5.1.1 <steve@example.org>: steve@example.org is\nunknown')).toBe(
    '550 5.1.1 <address> <address> is\nunknown',
  );
});

test('takes time in proportion to the length of a response', () => {
  const word = 'a'.repeat(500_000);
  expect(removeAddresses(`${word} b@c`)).toBe(`${word} <address>`);
});
