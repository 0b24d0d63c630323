import { randomBytes } from 'node:crypto';
import { areEqualSecrets, hashHmac } from '../process/secrets.js';

const dayMs = 24 * 3_600_000;

/**
 * Lets banned members appeal, although they have no session. The token has the format `<user>.<end>.<random>.<mac>` and
 * is not stored.
 */
export function createAppealToken(secret: string, userId: number, now = Date.now()): string {
  const payload = `${userId}.${now + dayMs}.${randomBytes(12).toString('base64url')}`;
  return `${payload}.${computeMac(secret, payload)}`;
}

export function readAppealToken(secret: string, token: string, now = Date.now()): number | null {
  const [, payload = '', user, end, mac = ''] = /^((\d{1,16})\.(\d{1,16})\.[\w-]{16})\.([\w-]{43})$/.exec(token) ?? [];
  return areEqualSecrets(mac, computeMac(secret, payload)) && Number(end) > now ? Number(user) : null;
}

const computeMac = (secret: string, payload: string): string => hashHmac(secret, `appeal:${payload}`);
