import { randomBytes } from 'node:crypto';
import { Refusal } from '@guildhall/domain/refusals.js';
import { Secret, TOTP } from 'otpauth';
import type { Env } from '../process/env.js';
import { areEqualSecrets, deriveSecret, hashHmac } from '../process/secrets.js';
import type { Limits } from '../request/rate-limits.js';
import type { TwoStep } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  env: Env;
  vault: Vault;
  limits: Limits;
}

const periodSeconds = 30;
const recoveryCodes = 10;

/** Creates 160 random bits in base32, the format that authenticator apps expect. */
export const generateSecret = (): string => new Secret({ size: 20 }).base32;

export function buildOtpauthUrl(secret: string, issuer: string, username: string): string {
  return new TOTP({ issuer, label: username, secret, period: periodSeconds }).toString();
}

export function redeemAppCode(twoStep: TwoStep, code: string, now = Date.now()): TwoStep | null {
  const token = toAsciiDigits(code).replace(/[^0-9]/g, '');
  const delta = new TOTP({ secret: twoStep.secret, period: periodSeconds }).validate({
    token,
    timestamp: now,
    window: 1,
  });
  const step = delta === null ? 0 : Math.floor(now / 1000 / periodSeconds) + delta;
  return step > twoStep.lastStep ? { ...twoStep, lastStep: step } : null;
}

export function redeemAnyCode(secret: string, twoStep: TwoStep, code: string, now = Date.now()): TwoStep | null {
  const usedHmac = computeRecoveryHmac(secret, code);
  const recovery = twoStep.recovery.filter((hmac) => !areEqualSecrets(hmac, usedHmac));
  return recovery.length < twoStep.recovery.length ? { ...twoStep, recovery } : redeemAppCode(twoStep, code, now);
}

/** Accepts full-width letters and digits, and the digits of any script. */
const toAsciiDigits = (code: string): string =>
  code.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(parseDigit(digit.codePointAt(0) ?? 0)));

/** In Unicode, a script's ten digits are consecutive, and its zero's code point ends in 0 or 6 in hexadecimal. */
function parseDigit(code: number): number {
  const column = code % 16;
  return /^\p{Nd}$/u.test(String.fromCodePoint(code - column)) ? column : column - 6;
}

export function generateRecoveryCodes(): string[] {
  const generateCode = () =>
    (new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.match(/.{4}/g) ?? []).join('-');
  return Array.from({ length: recoveryCodes }, generateCode);
}

/** A fast hash is sufficient because these codes are random. Slow hashes protect secrets that people choose. */
export function computeRecoveryHmac(secret: string, code: string): string {
  const plainCode = toAsciiDigits(code)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return hashHmac(deriveSecret(secret, 'recovery-codes'), plainCode);
}

export async function redeemCode(services: Dependencies, userId: number, code: string | undefined): Promise<void> {
  if (!code) throw new Refusal('two-step-required', 'code');
  await services.limits.take('code', String(userId));
  const outcome = await services.vault.editAccount(userId, ({ twoStep }) => {
    const next = twoStep?.on ? redeemAnyCode(services.env.secret, twoStep, code) : null;
    return next && { twoStep: next };
  });
  if (outcome !== 'changed') throw new Refusal('two-step-wrong', 'code');
}
