import { Refusal } from '@guildhall/domain/refusals.js';
import { parse as parseCookies } from 'cookie';
import type { Request } from 'express';
import { isLocalSite, isLoopback } from '../process/loopback.js';
import { cookieName, pendingCookieName } from '../request/sessions.js';

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A state-changing call that carries this site's cookie must come from its own pages. (SameSite=Lax already stops most
 * of the others.) A program must send the header itself.
 * @throws Refusal foreign-origin
 */
export function refuseForeignOrigin(req: Request, publicUrl: string): void {
  const { origin, cookie, host } = req.headers;
  if (!writes.has(req.method) || origin === publicUrl) return;
  if (isOurOrigin(origin, `${req.protocol}://${host}`, publicUrl)) return;
  const cookies = parseCookies(cookie ?? '');
  if (!(cookies[cookieName] ?? cookies[pendingCookieName])) return;
  const missing = `This request needs the header Origin: ${new URL(publicUrl).origin}`;
  throw new Refusal('foreign-origin', undefined, origin === undefined ? missing : undefined);
}

/**
 * Whether an `Origin` has the scheme, host and port of the public address. Where that is of this machine alone, its
 * other names serve as well, if the request was sent to them: `requested` is its scheme and `Host`.
 */
export function isOurOrigin(origin: string | undefined, requested: string, publicUrl: string): boolean {
  if (!origin) return false;
  const asked = `${origin} ${requested} ${publicUrl}`;
  if (knownAsOurs.has(asked)) return true;
  if (!originsMatch(origin, requested, publicUrl)) return false;
  if (knownAsOurs.size >= maxKnownAsOurs) knownAsOurs.clear();
  knownAsOurs.add(asked);
  return true;
}

/** Found to be ours before: pages send the same few with each request. */
const knownAsOurs = new Set<string>();
const maxKnownAsOurs = 100;

function originsMatch(origin: string, requested: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const its = new URL(origin);
  if (its.origin === new URL(publicUrl).origin) return true;
  const atThisMachine = isLocalSite(publicUrl) && isLoopback(its.hostname);
  return atThisMachine && URL.canParse(requested) && its.origin === new URL(requested).origin;
}
