import { trimInvisible } from '@guildhall/domain/account/names.js';
import { areEqualSecrets, hashHmac } from '../process/secrets.js';

type LinkKind = 'verify' | 'reset' | 'confirm-address';

export function buildMailLink(
  kind: LinkKind,
  publicUrl: string,
  secret: string,
  userId: number,
  mailId: string,
): string {
  const token = signToken(kind, secret, userId, mailId);
  const user = String(userId);
  if (kind === 'reset')
    return `${publicUrl}/reset-password?${new URLSearchParams({ user, token: `${mailId}.${token}` })}`;
  return `${publicUrl}/api/${kind}?${new URLSearchParams({ user, mail: mailId, token })}`;
}

export function isLinkToken(kind: LinkKind, secret: string, userId: number, mailId: string, token: string): boolean {
  return areEqualSecrets(trimInvisible(token), signToken(kind, secret, userId, mailId));
}

export function findMailOfResetToken(secret: string, userId: number, token: string): string | null {
  const dot = token.lastIndexOf('.');
  const mailId = trimInvisible(token.slice(0, Math.max(dot, 0)));
  return isLinkToken('reset', secret, userId, mailId, token.slice(dot + 1)) ? mailId : null;
}

const signToken = (kind: LinkKind, secret: string, userId: number, mailId: string): string =>
  hashHmac(secret, `${kind}:${userId}:${mailId}`);
