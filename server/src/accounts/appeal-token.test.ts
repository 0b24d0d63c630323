import { expect, test } from 'vitest';
import { createAppealToken, readAppealToken } from './appeal-token.js';

const secret = 's'.repeat(32);
const now = Date.parse('2026-01-01T00:00:00.000Z');
const day = 24 * 3_600_000;

test('an appeal token is unique and identifies its user for one day', () => {
  const token = createAppealToken(secret, 2 ** 53 - 1, now);
  expect(readAppealToken(secret, token, now)).toBe(2 ** 53 - 1);
  expect(readAppealToken(secret, token, now + day - 1)).toEqual(readAppealToken(secret, token, now));
  expect(readAppealToken(secret, token, now + day)).toBeNull();
  expect(createAppealToken(secret, 2 ** 53 - 1, now)).not.toBe(token);
});

test('rejects an appeal token that was altered or signed with another secret', () => {
  const token = createAppealToken(secret, 7, now);
  expect(readAppealToken('t'.repeat(32), token, now)).toBeNull();
  expect(readAppealToken(secret, token.replace(/^7/, '8'), now)).toBeNull();
  const [user, end, ...rest] = token.split('.');
  expect(readAppealToken(secret, [user, Number(end) + 1, ...rest].join('.'), now)).toBeNull();
  for (const text of ['', '.', '7', 'x'.repeat(10_000), `${token}x`, token.slice(0, -1)]) {
    expect(readAppealToken(secret, text, now)).toBeNull();
  }
});
