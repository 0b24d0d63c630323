import { Refusal } from '@guildhall/domain/refusals.js';
import { parse as parseCookies } from 'cookie';
import type { Request } from 'express';
import { isLocalSite, isLoopback } from '../process/loopback.js';
import { cookieName, pendingCookieName } from '../request/sessions.js';

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses state-changing calls that pages on other origins make with this site's cookie. SameSite=Lax already blocks
 * most of them.
 * @throws Refusal foreign-origin
 */
export function refuseForeignOrigin(req: Request, publicUrl: string): void {
  const { origin, cookie, host } = req.headers;
  if (!writes.has(req.method) || origin === publicUrl) return;
  if (isOurOrigin(origin, `${req.protocol}://${host}`, publicUrl) || !hasOurCookie(cookie)) return;
  const missingOrigin = `This request needs the header Origin: ${new URL(publicUrl).origin}`;
  throw new Refusal('foreign-origin', undefined, origin === undefined ? missingOrigin : undefined);
}

export function hasOurCookie(header = ''): boolean {
  const cookies = parseCookies(header);
  return Boolean(cookies[cookieName] ?? cookies[pendingCookieName]);
}

export function isOurOrigin(origin: string | undefined, requestedUrl: string, publicUrl: string): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const originUrl = new URL(origin);
  if (originUrl.origin === new URL(publicUrl).origin) return true;
  const isOnThisMachine = isLocalSite(publicUrl) && isLoopback(originUrl.hostname);
  return isOnThisMachine && URL.canParse(requestedUrl) && originUrl.origin === new URL(requestedUrl).origin;
}
