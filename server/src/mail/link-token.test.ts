import { expect, test } from 'vitest';
import { isVerifyToken, verifyLink } from './link-token.js';

const secret = 's'.repeat(32);

test('the token of a link is that of its account and mail, and of no other', () => {
  const link = new URL(verifyLink('https://guild.example', secret, 2 ** 53 - 1, 'mail-1'));
  expect(`${link.origin}${link.pathname}`).toBe('https://guild.example/api/verify');
  expect([link.searchParams.get('user'), link.searchParams.get('mail')]).toEqual([String(2 ** 53 - 1), 'mail-1']);
  const token = link.searchParams.get('token') ?? '';
  expect(isVerifyToken(secret, 2 ** 53 - 1, 'mail-1', token)).toBe(true);
  expect(isVerifyToken(secret, 5, 'mail-1', token)).toBe(false);
  expect(isVerifyToken(secret, 2 ** 53 - 1, 'mail-2', token)).toBe(false);
  expect(isVerifyToken('t'.repeat(32), 2 ** 53 - 1, 'mail-1', token)).toBe(false);
});

test('what is no token is refused and not an error', () => {
  for (const token of ['', 'x', 'é'.repeat(43), '🏰'.repeat(20), 'A'.repeat(10_000)]) {
    expect(isVerifyToken(secret, 1, 'm', token)).toBe(false);
  }
});
