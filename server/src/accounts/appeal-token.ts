import { createHmac, randomBytes } from 'node:crypto';
import { areEqualSecrets } from '../process/equal-secrets.js';

const dayMs = 24 * 3_600_000;

/**
 * Creates the token with which a banned member, who has no session, appeals: `<user>.<end>.<random>.<mac>`, valid for a
 * day. It is not stored; a member may have several, but appeals once for each ban.
 */
export function appealTokenFor(secret: string, userId: number, now = Date.now()): string {
  const payload = `${userId}.${now + dayMs}.${randomBytes(12).toString('base64url')}`;
  return `${payload}.${macOf(secret, payload)}`;
}

/** @returns null for an invalid or expired token */
export function readAppealToken(secret: string, token: string, now = Date.now()): number | null {
  const [, payload = '', user, end, mac = ''] = /^((\d{1,16})\.(\d{1,16})\.[\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
  return areEqualSecrets(mac, macOf(secret, payload)) && Number(end) > now ? Number(user) : null;
}

function macOf(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`appeal:${payload}`).digest('base64url');
}
