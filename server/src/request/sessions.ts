import { limits } from '@guildhall/domain/limits.js';
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { parse as parseCookies } from 'cookie';
import type { CookieOptions } from 'express';
import jsonwebtoken from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { Policy } from '../policy/policy.js';
import type { Env } from '../process/env.js';
import { limitEntries } from '../process/limiter.js';
import type { Session } from '../vault/account/session.js';
import type { Vault } from '../vault/vault.js';
import { isProgram, type Identity, type Requester } from './request-context.js';

export const cookieName = 'guildhall';
/** `accounts/pending-registrations.ts` describes this cookie. */
export const pendingCookieName = 'guildhall-pending';
const dayMs = 24 * 3_600_000;
/** Starts again with each use. */
const sessionLifetimeMs = 30 * dayMs;
export const maxSessionsPerUser = 50;
const useIntervalMs = 15 * 60_000;
// A session is trusted for this long without reading the vault.
const cacheMs = 30_000;
const maxSessionsSeen = 50_000;
const maxTokensVerified = 10_000;

export interface ResponseCookie {
  name: string;
  value: string | null;
  options: CookieOptions;
}

export const getCookieOptions = ({ publicUrl }: Pick<Env, 'publicUrl'>, maxAge?: number): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: publicUrl.startsWith('https:'),
  path: '/',
  ...(maxAge !== undefined && { maxAge }),
});

const readToken = (cookieHeader: string | undefined): string | undefined =>
  cookieHeader === undefined ? undefined : parseCookies(cookieHeader)[cookieName];

/**
 * The cookie contains a signed token. A session read from the vault is trusted for half a minute unless the log reports
 * that it has ended.
 */
export class Sessions {
  private readonly userIdsBySession = new LRUCache<string, number>({ ...limitEntries(maxSessionsSeen), ttl: cacheMs });
  private readonly tokens = new LRUCache<string, Identity & { expiresAtMs: number }>(limitEntries(maxTokensVerified));
  /** Incremented by `forget` so that vault reads that started earlier are no longer trusted. */
  private forgets = 0;
  private readonly key: KeyObject;

  constructor(
    private readonly vault: Vault,
    private readonly policy: Policy,
    secret: string,
    private readonly env: Pick<Env, 'publicUrl'>,
  ) {
    // With a string, the library would try to parse a public key on every request.
    this.key = createSecretKey(Buffer.from(secret));
  }

  /**
   * If the member has too many sessions, ends the least recently used ones. The returned session id is as sensitive as
   * a password.
   */
  async begin(userId: number, userAgent: string): Promise<{ sessionId: string; cookie: ResponseCookie }> {
    const id = randomBytes(16).toString('base64url');
    const now = Date.now();
    await this.vault.createSession({
      id,
      userId,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + sessionLifetimeMs).toISOString(),
      userAgent: userAgent.slice(0, limits.userAgent),
    });
    await this.dropLeastRecentlyUsed(userId, id);
    return { sessionId: id, cookie: this.createCookie(id, userId) };
  }

  private createCookie(sessionId: string, userId: number): ResponseCookie {
    const token = jsonwebtoken.sign({ sid: sessionId }, this.key, {
      subject: String(userId),
      expiresIn: sessionLifetimeMs / 1_000,
    });
    return { name: cookieName, value: token, options: getCookieOptions(this.env, sessionLifetimeMs) };
  }

  /** Returns null unless the cookie is of this requester's session, which is still active, and more than a day old. */
  async renewCookie(
    cookieHeader: string | undefined,
    { identity }: Pick<Requester, 'identity'>,
  ): Promise<ResponseCookie | null> {
    const claim = this.tokens.get(readToken(cookieHeader) ?? '');
    if (!identity || claim?.sessionId !== identity.sessionId) return null;
    const ageMs = Date.now() + sessionLifetimeMs - claim.expiresAtMs;
    if (ageMs <= dayMs || !(await this.isActive(identity))) return null;
    return this.createCookie(identity.sessionId, identity.userId);
  }

  private async dropLeastRecentlyUsed(userId: number, newSessionId: string): Promise<void> {
    const otherSessions = (await this.vault.listSessions(userId)).filter(({ id }) => id !== newSessionId);
    const getLastUse = ({ createdAt, usedAt = createdAt }: Session) => Date.parse(usedAt);
    const leastRecentFirst = otherSessions.sort((a, b) => getLastUse(a) - getLastUse(b));
    for (const { id } of leastRecentFirst.slice(0, 1 - maxSessionsPerUser)) {
      await this.vault.endSession(id);
      this.forget(userId, id);
    }
  }

  get noCookie(): ResponseCookie {
    return { name: cookieName, value: null, options: getCookieOptions(this.env) };
  }

  async identify(cookieHeader: string | undefined): Promise<Identity | null> {
    const claims = this.readClaims(cookieHeader);
    return claims && (await this.isActive(claims)) ? claims : null;
  }

  async identifyRequester(cookieHeader: string | undefined): Promise<Requester> {
    const identity = await this.identify(cookieHeader);
    return { identity, actor: this.policy.getActor(identity?.userId ?? null) };
  }

  readClaims(cookieHeader: string | undefined): Identity | null {
    const token = readToken(cookieHeader);
    return token ? this.verifyToken(token) : null;
  }

  async isActive(identity: Identity): Promise<boolean> {
    const { sessionId, userId } = identity;
    if (isProgram(identity)) return this.policy.isActiveProgram(userId);
    // Registrations and programs choose their own ids, and a program's rights require its key.
    if (this.policy.findProgramName(userId) !== null) return false;
    if (this.policy.isGone(userId) || this.policy.findBan(userId)) return false;
    const cachedUserId = this.userIdsBySession.get(sessionId);
    if (cachedUserId !== undefined) return cachedUserId === userId;
    const { forgets } = this;
    const session = await this.vault.findSession(sessionId);
    const isActive = session?.userId === userId && session.expiresAt > new Date().toISOString();
    if (!isActive || !this.policy.isValidDespiteBans(userId, session.createdAt)) {
      this.userIdsBySession.delete(sessionId);
      return false;
    }
    if (forgets === this.forgets) this.userIdsBySession.set(sessionId, userId);
    this.recordUse(session);
    return true;
  }

  private recordUse({ id, createdAt, usedAt = createdAt }: Session): void {
    const now = Date.now();
    if (now - Date.parse(usedAt) < useIntervalMs) return;
    const expiresAt = new Date(now + sessionLifetimeMs).toISOString();
    this.vault.useSession(id, new Date(now).toISOString(), expiresAt).catch(() => undefined);
  }

  forget(userId: number, sessionId: string | null): void {
    this.forgets++;
    if (sessionId !== null) this.userIdsBySession.delete(sessionId);
    else
      for (const [id, owner] of [...this.userIdsBySession.entries()])
        if (owner === userId) this.userIdsBySession.delete(id);
  }

  /** Ends the sessions before the response is sent. Other servers learn about the ban from the log. */
  async endBanned(userId: number): Promise<void> {
    this.forget(userId, null);
    if (this.policy.findBan(userId)) await this.vault.endSessions(userId);
  }

  private verifyToken(token: string): Identity | null {
    const claim = this.tokens.get(token);
    if (claim && Date.now() < claim.expiresAtMs) return { sessionId: claim.sessionId, userId: claim.userId };
    try {
      const claims = jsonwebtoken.verify(token, this.key, { algorithms: ['HS256'] });
      if (typeof claims === 'string' || typeof claims.sid !== 'string') return null;
      const userId = Number(claims.sub);
      if (!Number.isSafeInteger(userId)) return null;
      const identity = { sessionId: claims.sid, userId };
      if (claims.exp !== undefined) this.tokens.set(token, { ...identity, expiresAtMs: claims.exp * 1000 });
      return identity;
    } catch {
      // Foreign, altered and expired tokens are treated like a missing cookie.
      return null;
    }
  }
}
