import { createHmac, randomUUID } from 'node:crypto';
import { cookieName } from '@guildhall/server/request/sessions.js';
import { type Mutation, type ValidRequest, toSent } from './mutations.js';
import { deriveSecret } from '@guildhall/server/process/secrets.js';
import type { Site } from '../site/site.js';

const daySeconds = 24 * 3600;

export async function forgeCookies(site: Site): Promise<Record<string, string>> {
  const secret = deriveSecret(site.services.env.secret, 'session');
  const sub = String(site.admin.id);
  const session = await createSession(site, daySeconds);
  const expiredSession = await createSession(site, daySeconds);
  await site.services.vault.endSession(expiredSession);
  const now = Math.floor(Date.now() / 1000);
  const claims = { sid: session, sub, iat: now, exp: now + daySeconds };
  const validToken = forgeToken(claims, secret);
  if (!(await site.services.sessions.identify(validToken))) throw new Error('The token to be mutated is not valid');
  return {
    'signed with another secret': forgeToken(claims, 'another secret'),
    'without a signature': `${validToken.slice(0, validToken.lastIndexOf('.'))}.`,
    'of no algorithm': `${cookieName}=${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`,
    'of another algorithm': forgeToken(claims, secret, 'HS512'),
    'that has expired': forgeToken({ ...claims, iat: now - 2 * daySeconds, exp: now - daySeconds }, secret),
    'of a session that has expired': forgeToken({ ...claims, sid: await createSession(site, -daySeconds) }, secret),
    'of a session that was ended': forgeToken({ ...claims, sid: expiredSession }, secret),
    'of a session that never was': forgeToken({ ...claims, sid: 'never' }, secret),
    'of the session of another': forgeToken({ ...claims, sub: String(site.member.id) }, secret),
    'for no user': forgeToken({ ...claims, sub: '__proto__' }, secret),
    'with a list as its session': forgeToken({ ...claims, sid: [session] }, secret),
    'with a letter changed': validToken.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    'that is no token': `${cookieName}=%E0%A4%A`,
    'that is empty': `${cookieName}=`,
    'of ten thousand letters': `${cookieName}=${'x'.repeat(10_000)}`,
  };
}

async function createSession({ services, admin }: Site, lifetime: number): Promise<string> {
  const id = randomUUID();
  const [createdAt, expiresAt] = [0, lifetime * 1000].map((ms) => new Date(Date.now() + ms).toISOString());
  const session = { id, userId: admin.id, createdAt: createdAt ?? '', expiresAt: expiresAt ?? '', userAgent: 'test' };
  await services.vault.createSession(session);
  return id;
}

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function forgeToken(claims: object, secret: string, alg: 'HS256' | 'HS512' = 'HS256'): string {
  const signedPart = `${encodePart({ alg, typ: 'JWT' })}.${encodePart(claims)}`;
  const hash = alg === 'HS256' ? 'sha256' : 'sha512';
  return `${cookieName}=${signedPart}.${createHmac(hash, secret).update(signedPart).digest('base64url')}`;
}

export function listForeignPages(): Mutation[] {
  const origins = [undefined, 'null', '', 'https://evil.example', 'http://localhost:1', 'x', 'http://', '127.0.0.1'];
  return origins.map((origin) => ({
    name: `Origin ${origin ?? 'missing'}`,
    mustBeRefused: true,
    spoil(valid) {
      const { origin: _, ...headers } = toSent(valid).headers ?? {};
      return { ...toSent(valid), headers: { ...headers, ...(origin !== undefined && { origin }) } };
    },
  }));
}

/** Includes headers that are sent twice. */
export function listBadHeaders(ours: string): Mutation[] {
  const withHeaders = (name: string, headers: Record<string, string | string[]>, mustBeRefused?: true): Mutation => ({
    name,
    spoil: (valid: ValidRequest) => ({ ...toSent(valid), headers: { ...toSent(valid).headers, ...headers } }),
    ...(mustBeRefused && { mustBeRefused }),
  });
  return [
    withHeaders('an empty key', { 'idempotency-key': '' }),
    withHeaders('a key of 201 letters', { 'idempotency-key': 'x'.repeat(201) }),
    withHeaders('a key of high letters', { 'idempotency-key': '\u00e9\u00ff' }),
    withHeaders('two keys', { 'idempotency-key': ['one', 'two'] }),
    withHeaders('two content types', { 'content-type': ['application/json', 'text/plain'] }),
    withHeaders('ours and a foreign Origin', { origin: [ours, 'https://evil.example'] }),
    withHeaders('a header of 20 KB', { 'x-large': 'x'.repeat(20_000) }, true),
    withHeaders('no host', { host: '' }),
    withHeaders('a foreign host', { host: 'evil.example' }),
    withHeaders('an accept of nothing', { accept: 'nothing' }),
    withHeaders('an etag of no end', { 'if-none-match': '"'.repeat(5_000) }),
  ];
}
