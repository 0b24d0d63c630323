import { expect, test } from 'vitest';
import { concernsRecipient, isPermanentRefusal, removeAddresses } from './email-pause.js';

test('removes the addresses from a response', () => {
  expect(removeAddresses('550 5.1.1 <steve@example.org>: steve@example.org is\nunknown')).toBe(
    '550 5.1.1 <address> <address> is\nunknown',
  );
});

test('takes time in proportion to the length of a response', () => {
  const word = 'a'.repeat(500_000);
  expect(removeAddresses(`${word} b@c`)).toBe(`${word} <address>`);
});

test.each([
  ['RCPT TO', 550, '550 No such user', true],
  ['RCPT TO', 550, '550 5.0.0 No such user', true],
  ['RCPT TO', 550, '550 5.7.1 Blocked', false],
  ['RCPT TO', 450, '450 4.2.1 Try later', false],
  ['DATA', 550, '550 5.1.1 No such user', true],
  ['DATA', 550, '550 Spam', false],
  ['DATA', 554, '554 Rejected, client host [95.5.2.1]', false],
  ['DATA', 550, '550 5.2.1.9 is on a blocklist', false],
  ['RCPT TO', 550, '550 #5.7.1 Blocked', false],
  ['MAIL FROM', 550, '550 5.1.1 Unknown', false],
])('whether a refusal concerns the recipient: %s, %i, "%s", %s', (command, responseCode, message, expected) => {
  expect(concernsRecipient({ command, responseCode, message })).toBe(expected);
});

test.each([
  ['550 5.7.1 Blocked', false],
  ['550-5.7.1 Blocked\n550 5.7.1 See our site', false],
  ['550 5.1.1 No such user, says [95.5.7.1]', true],
])('whether a refusal is permanent: "%s", %s', (message, expected) => {
  expect(isPermanentRefusal({ command: 'RCPT TO', responseCode: 550, message })).toBe(expected);
});
