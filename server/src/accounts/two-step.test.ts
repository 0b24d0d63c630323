import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  redeemAppCode,
  redeemAnyCode,
  generateRecoveryCodes,
  generateSecret,
  buildOtpauthUrl,
  computeRecoveryHmac,
} from './two-step.js';
import type { TwoStep } from '../vault/account/account.js';

const secret = 's'.repeat(32);
const now = Date.parse('2026-01-01T00:00:10.000Z');
const step = 30_000;
const app = generateSecret();
const generateCode = (timestamp: number) => new TOTP({ secret: app }).generate({ timestamp });
const newTwoStep: TwoStep = { secret: app, on: true, lastStep: 0, recovery: [] };

test('generates the two-step codes specified by RFC 6238', () => {
  // The test vector is from RFC 6238, appendix B, with the last six of its eight digits.
  const testVector = { ...newTwoStep, secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' };
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const) {
    expect(redeemAppCode(testVector, code, seconds * 1000)?.lastStep).toBe(Math.floor(seconds / 30));
  }
});

test('a two-step code is valid only in its own time step and the adjacent ones', () => {
  for (const [offset, counts] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    expect(redeemAppCode(newTwoStep, generateCode(now + offset * step), now) !== null, String(offset)).toBe(counts);
  }
});

test('accepts each time step only once and rejects earlier ones after that', () => {
  const afterUse = redeemAppCode(newTwoStep, generateCode(now), now);
  expect(afterUse).not.toBeNull();
  if (!afterUse) return;
  expect(redeemAppCode(afterUse, generateCode(now), now)).toBeNull();
  expect(redeemAppCode(afterUse, generateCode(now - step), now)).toBeNull();
  expect(redeemAppCode(afterUse, generateCode(now + step), now)).toMatchObject({ lastStep: afterUse.lastStep + 1 });
});

test('accepts a recovery code only once, regardless of how it is typed', () => {
  const codes = generateRecoveryCodes();
  const twoStep = { ...newTwoStep, recovery: codes.map((code) => computeRecoveryHmac(secret, code)) };
  const [first = '', second = ''] = codes;
  const afterUse = redeemAnyCode(secret, twoStep, ` ${first.toLowerCase().replaceAll('-', '')} `, now);
  expect(afterUse?.recovery).toHaveLength(9);
  if (!afterUse) return;
  expect(redeemAnyCode(secret, afterUse, first, now)).toBeNull();
  expect(redeemAnyCode(secret, afterUse, second, now)?.recovery).toHaveLength(8);
  expect(redeemAnyCode('t'.repeat(32), twoStep, first, now)).toBeNull();
  expect(redeemAnyCode(secret, twoStep, generateCode(now), now)).toMatchObject({ recovery: twoStep.recovery });
});

test('generates ten distinct recovery codes of 80 bits each', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
});

test('rejects malformed two-step codes without throwing', () => {
  for (const code of ['', '0', '12345', '1234567', 'é🏰\0', 'x'.repeat(10_000)]) {
    expect(redeemAnyCode(secret, newTwoStep, code, now), code.slice(0, 10)).toBeNull();
  }
});

test('the setup address for an authenticator app contains the site, the member and the secret', () => {
  const url = new URL(buildOtpauthUrl(app, 'Guildhall', 'Steve'));
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe('otpauth://totp/Guildhall:Steve');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret: app, issuer: 'Guildhall', period: '30' });
});

test.each([
  ['with blanks', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`],
  ['with a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  [
    'with a no-break space and marks of direction',
    (code: string) => `\u200e${code.slice(0, 3)}\u00a0${code.slice(3)}\u202c`,
  ],
  ['in digits of full width', listDigits(0xff10)],
  ['in Arabic digits', listDigits(0x0660)],
  ['in Persian digits', listDigits(0x06f0)],
  ['in Devanagari digits', listDigits(0x0966)],
  ['in Bengali digits', listDigits(0x09e6)],
  ['in Thai digits', listDigits(0x0e50)],
])('accepts an app code typed %s', (_, typed) => {
  const twoStep = { secret: generateSecret(), on: true, lastStep: 0, recovery: [] };
  const code = new TOTP({ secret: twoStep.secret }).generate();
  expect(redeemAppCode(twoStep, typed(code))).not.toBeNull();
});

test.each([
  ['in small letters', (code: string) => code.toLowerCase()],
  ['without dashes', (code: string) => code.replaceAll('-', '')],
  ['with other dashes and blanks', (code: string) => ` ${code.replaceAll('-', ' \u2013 ')}\u3000`],
  [
    'in full width',
    (code: string) => code.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  ],
])('accepts a recovery code typed %s', (_, typed) => {
  const [code = ''] = generateRecoveryCodes();
  expect(computeRecoveryHmac('a secret', typed(code))).toBe(computeRecoveryHmac('a secret', code));
});

function listDigits(zero: number) {
  return (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
