import { createHmac, timingSafeEqual } from 'node:crypto';
import { trimUnseen } from '@guildhall/domain/account/names.js';

/** The purpose of a link. Its token is derived from the secret, so that none is stored. */
type Purpose = 'verify' | 'reset' | 'confirm-address';

/** The link that verifies an account's address. */
export function verifyLink(publicUrl: string, secret: string, userId: number, mailId: string): string {
  return `${publicUrl}/api/verify?${queryOf(secret, 'verify', userId, mailId)}`;
}

/** Whether a token belongs to this mail; takes the same time for every wrong one. */
export function isVerifyToken(secret: string, userId: number, mailId: string, token: string): boolean {
  return isToken(secret, 'verify', userId, mailId, token);
}

/** The link that confirms a new address. */
export function confirmAddressLink(publicUrl: string, secret: string, userId: number, mailId: string): string {
  return `${publicUrl}/api/confirm-address?${queryOf(secret, 'confirm-address', userId, mailId)}`;
}

export function isConfirmAddressToken(secret: string, userId: number, mailId: string, token: string): boolean {
  return isToken(secret, 'confirm-address', userId, mailId, token);
}

/** The page on which a forgotten password is replaced. Its token names the mail too. */
export function resetLink(publicUrl: string, secret: string, userId: number, mailId: string): string {
  const token = `${mailId}.${tokenOf(secret, 'reset', userId, mailId)}`;
  return `${publicUrl}/reset-password?${new URLSearchParams({ user: String(userId), token })}`;
}

/** The mail that contained a token of `resetLink`; null for any other token. */
export function mailOfResetToken(secret: string, userId: number, token: string): string | null {
  const dot = token.lastIndexOf('.');
  const mailId = trimUnseen(token.slice(0, Math.max(dot, 0)));
  return isToken(secret, 'reset', userId, mailId, token.slice(dot + 1)) ? mailId : null;
}

function queryOf(secret: string, purpose: Purpose, userId: number, mailId: string): URLSearchParams {
  const token = tokenOf(secret, purpose, userId, mailId);
  return new URLSearchParams({ user: String(userId), mail: mailId, token });
}

function isToken(secret: string, purpose: Purpose, userId: number, mailId: string, token: string): boolean {
  const [sent, expected] = [Buffer.from(trimUnseen(token)), Buffer.from(tokenOf(secret, purpose, userId, mailId))];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function tokenOf(secret: string, purpose: Purpose, userId: number, mailId: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${userId}:${mailId}`).digest('base64url');
}
