import { expect, test } from 'vitest';
import { isLinkToken, buildMailLink, findMailOfResetToken } from './link-token.js';

const secret = 's'.repeat(32);

test('a verification token is valid only for its own account and email', () => {
  const link = new URL(buildMailLink('verify', 'https://guild.example', secret, 2 ** 53 - 1, 'mail-1'));
  expect(`${link.origin}${link.pathname}`).toBe('https://guild.example/api/verify');
  expect([link.searchParams.get('user'), link.searchParams.get('mail')]).toEqual([String(2 ** 53 - 1), 'mail-1']);
  const token = link.searchParams.get('token') ?? '';
  expect(isLinkToken('verify', secret, 2 ** 53 - 1, 'mail-1', token)).toBe(true);
  expect(isLinkToken('verify', secret, 5, 'mail-1', token)).toBe(false);
  expect(isLinkToken('verify', secret, 2 ** 53 - 1, 'mail-2', token)).toBe(false);
  expect(isLinkToken('verify', 't'.repeat(32), 2 ** 53 - 1, 'mail-1', token)).toBe(false);
});

test('a reset token identifies its email and is valid only for its own account', () => {
  const link = new URL(buildMailLink('reset', 'https://guild.example', secret, 7, 'mail-1'));
  expect(`${link.origin}${link.pathname}`).toBe('https://guild.example/reset-password');
  expect([...link.searchParams.keys()]).toEqual(['user', 'token']);
  const token = link.searchParams.get('token') ?? '';
  expect(findMailOfResetToken(secret, 7, token)).toBe('mail-1');
  expect(findMailOfResetToken(secret, 8, token)).toBeNull();
  expect(findMailOfResetToken(secret, 7, token.replace('mail-1', 'mail-2'))).toBeNull();
  expect(findMailOfResetToken('t'.repeat(32), 7, token)).toBeNull();
  for (const text of ['', '.', 'mail-1', 'mail-1.', '.'.repeat(1_000)]) {
    expect(findMailOfResetToken(secret, 7, text)).toBeNull();
  }
});

test('a link token of one kind is not valid for another kind', () => {
  const getToken = (link: string) => new URL(link).searchParams.get('token') ?? '';
  const [verify, confirm, reset] = (['verify', 'confirm-address', 'reset'] as const).map((kind) =>
    getToken(buildMailLink(kind, 'https://guild.example', secret, 7, 'mail-1')),
  ) as [string, string, string];
  expect(isLinkToken('confirm-address', secret, 7, 'mail-1', confirm)).toBe(true);
  expect(isLinkToken('confirm-address', secret, 7, 'mail-1', verify)).toBe(false);
  expect(isLinkToken('verify', secret, 7, 'mail-1', confirm)).toBe(false);
  expect(findMailOfResetToken(secret, 7, `mail-1.${verify}`)).toBeNull();
  expect(isLinkToken('verify', secret, 7, 'mail-1', reset.split('.')[1] ?? '')).toBe(false);
});

test('rejects malformed link tokens without throwing', () => {
  for (const token of ['', 'x', 'é'.repeat(43), '🏰'.repeat(20), 'A'.repeat(10_000)]) {
    expect(isLinkToken('verify', secret, 1, 'm', token)).toBe(false);
  }
});
