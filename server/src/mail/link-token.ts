import { createHmac, timingSafeEqual } from 'node:crypto';

/** The link that verifies an account's address. The token follows from the secret, so that none is kept anywhere. */
export function verifyLink(publicUrl: string, secret: string, userId: number, mailId: string): string {
  const query = new URLSearchParams({ user: String(userId), mail: mailId, token: tokenOf(secret, userId, mailId) });
  return `${publicUrl}/api/verify?${query}`;
}

/** Whether a token is the one of this mail; takes the same time for every wrong one. */
export function isVerifyToken(secret: string, userId: number, mailId: string, token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(secret, userId, mailId))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function tokenOf(secret: string, userId: number, mailId: string): string {
  return createHmac('sha256', secret).update(`verify:${userId}:${mailId}`).digest('base64url');
}
