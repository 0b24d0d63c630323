import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const dayMs = 24 * 3_600_000;

/** The content of a token of `appealTokenFor`. */
export interface Appeal {
  userId: number;
  /** Random; the store of used tokens identifies each by it. */
  id: string;
}

/**
 * The token with which a banned member, who has no session, appeals: `<user>.<end>.<id>.<mac>`, valid for a day. It is
 * not stored. Its use consumes it: the appeal's own id follows from the token's.
 */
export function appealTokenFor(secret: string, userId: number, now = Date.now()): string {
  const payload = `${userId}.${now + dayMs}.${randomBytes(12).toString('base64url')}`;
  return `${payload}.${macOf(secret, payload)}`;
}

/** @returns null for an invalid or expired token. */
export function readAppealToken(secret: string, token: string, now = Date.now()): Appeal | null {
  const [, payload = '', user, end, id = '', mac = ''] =
    /^((\d{1,16})\.(\d{1,16})\.([\w-]{16}))\.([\w-]{43})$/.exec(token) ?? [];
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(secret, payload))];
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(end) <= now) return null;
  return { userId: Number(user), id };
}

function macOf(secret: string, said: string): string {
  return createHmac('sha256', secret).update(`appeal:${said}`).digest('base64url');
}
