import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { afterAppCode, afterCode, newRecoveryCodes, newSecret, otpauthUrl, recoveryHmac } from './two-step.js';
import type { TwoStep } from '../vault/vault.js';

const secret = 's'.repeat(32);
const now = Date.parse('2026-01-01T00:00:10.000Z');
const step = 30_000;
const app = newSecret();
const codeAt = (timestamp: number) => new TOTP({ secret: app }).generate({ timestamp });
const fresh: TwoStep = { secret: app, on: true, lastStep: 0, recovery: [] };

test('the codes are those of RFC 6238', () => {
  const published = { ...fresh, secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }; // its appendix B, the last six of its eight digits
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const) {
    expect(afterAppCode(published, code, seconds * 1000)?.lastStep).toBe(Math.floor(seconds / 30));
  }
});

test('a code is valid in its time step and the adjacent ones only', () => {
  for (const [offset, counts] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    expect(afterAppCode(fresh, codeAt(now + offset * step), now) !== null, String(offset)).toBe(counts);
  }
});

test('each time step is used once, and none before one that was used', () => {
  const used = afterAppCode(fresh, codeAt(now), now);
  expect(used).not.toBeNull();
  if (!used) return;
  expect(afterAppCode(used, codeAt(now), now)).toBeNull();
  expect(afterAppCode(used, codeAt(now - step), now)).toBeNull();
  expect(afterAppCode(used, codeAt(now + step), now)).toMatchObject({ lastStep: used.lastStep + 1 });
});

test('a recovery code is used once, however it is written', () => {
  const codes = newRecoveryCodes();
  const twoStep = { ...fresh, recovery: codes.map((code) => recoveryHmac(secret, code)) };
  const [first = '', second = ''] = codes;
  const used = afterCode(secret, twoStep, ` ${first.toLowerCase().replaceAll('-', '')} `, now);
  expect(used?.recovery).toHaveLength(9);
  if (!used) return;
  expect(afterCode(secret, used, first, now)).toBeNull();
  expect(afterCode(secret, used, second, now)?.recovery).toHaveLength(8);
  expect(afterCode('t'.repeat(32), twoStep, first, now)).toBeNull();
  expect(afterCode(secret, twoStep, codeAt(now), now)).toMatchObject({ recovery: twoStep.recovery });
});

test('ten recovery codes are of 80 bits each and differ', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
});

test('rejects malformed codes without throwing', () => {
  for (const code of ['', '0', '12345', '1234567', 'é🏰\0', 'x'.repeat(10_000)]) {
    expect(afterCode(secret, fresh, code, now), code.slice(0, 10)).toBeNull();
  }
});

test('the address for the app names site, member and secret', () => {
  const url = new URL(otpauthUrl(app, 'Guildhall', 'Steve'));
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe('otpauth://totp/Guildhall:Steve');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret: app, issuer: 'Guildhall', period: '30' });
});
