import { guest } from '@guildhall/domain/permissions.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { evolveStaff } from '@guildhall/domain/staff/state.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Policy } from '../policy/policy.js';
import type { Session } from '../vault/account/session.js';
import type { Vault } from '../vault/vault.js';
import { Sessions } from './sessions.js';
import { isOurOrigin } from '../http/origin.js';

afterEach(() => void vi.useRealTimers());

test('accepts a session token only with its original signature and until the session expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const vault = { createSession: () => Promise.resolve(), listSessions: () => Promise.resolve([]) } as unknown as Vault;
  const sessions = new Sessions(vault, new Policy(), 'secret', { publicUrl: 'http://localhost' });
  const { cookie, sessionId } = await sessions.begin(7, 'test');
  const header = `${cookie.name}=${cookie.value}`;
  for (let n = 0; n < 2; n++) expect(sessions.readClaims(header)).toEqual({ sessionId, userId: 7 });
  expect(sessions.readClaims(`${header.slice(0, -3)}AAA`)).toBeNull();
  vi.setSystemTime(Date.now() + 30 * 24 * 3_600_000 + 1_000);
  expect(sessions.readClaims(header)).toBeNull();
});

test('the origin of a public site is its scheme, host and port', () => {
  const publicUrl = 'https://play.example.org';
  const isOurs = (origin: string | undefined, requested = publicUrl) => isOurOrigin(origin, requested, publicUrl);
  expect(isOurs('https://play.example.org')).toBe(true);
  expect(isOurs('https://play.example.org:443')).toBe(true);
  for (const origin of [
    undefined,
    'null',
    '',
    'http://play.example.org',
    'https://play.example.org:8443',
    'https://example.org',
    'https://evil.example',
  ]) {
    expect(isOurs(origin), origin).toBe(false);
    expect(isOurs(origin, origin), `${origin} as the Host`).toBe(false);
  }
  expect(isOurs('http://localhost:3000', 'http://localhost:3000'), 'another port on this machine').toBe(false);
});

test('a local site accepts any local host name if the request has the same origin', () => {
  const isOurs = (origin: string, requested: string) => isOurOrigin(origin, requested, 'http://localhost:3000');
  expect(isOurs('http://localhost:3000', 'http://127.0.0.1:3000')).toBe(true);
  expect(isOurs('http://127.0.0.1:4000', 'http://127.0.0.1:4000')).toBe(true);
  expect(isOurs('http://[::1]:4000', 'http://[::1]:4000')).toBe(true);
  expect(isOurs('http://127.0.0.1:4000', 'http://127.0.0.1:3000'), 'another program').toBe(false);
  expect(isOurs('https://127.0.0.1:4000', 'http://127.0.0.1:4000')).toBe(false);
  expect(isOurs('http://evil.example', 'http://evil.example'), 'a name that resolves to this server').toBe(false);
  expect(isOurs('http://localhost.evil.example:3000', 'http://localhost.evil.example:3000')).toBe(false);
});

describe('session', () => {
  const secret = 'a secret of at least 32 characters';
  let storedSessions: Map<string, Session>;
  let sessions: Sessions;
  let policy: Policy;
  beforeEach(() => {
    policy = new Policy();
    storedSessions = new Map();
    const vault: Partial<Vault> = {
      createSession: (session) => Promise.resolve(void storedSessions.set(session.id, session)),
      listSessions: () => Promise.resolve([...storedSessions.values()]),
      findSession: (id) => Promise.resolve(storedSessions.get(id) ?? null),
      endSession: (id) => Promise.resolve(void storedSessions.delete(id)),
      useSession: (id, usedAt, expiresAt) => {
        const session = storedSessions.get(id);
        if (session) storedSessions.set(id, { ...session, usedAt, expiresAt });
        return Promise.reject(new Error('not now'));
      },
    };
    sessions = new Sessions(vault as Vault, policy, secret, { publicUrl: 'https://guild.example' });
  });
  const beginSession = async (userAgent = 'test') => {
    const { sessionId, cookie } = await sessions.begin(7, userAgent);
    return { sessionId, header: `${cookie.name}=${cookie.value}` };
  };

  test('a session ended in the vault is invalid, even if its cookie is still valid', async () => {
    const { sessionId, header } = await beginSession();
    const session = storedSessions.get(sessionId);
    if (!session) throw new Error('not stored');
    storedSessions.set(sessionId, { ...session, expiresAt: new Date().toISOString() });
    expect(await sessions.identify(header)).toBeNull();
    storedSessions.set(sessionId, { ...session, userId: 8 });
    expect(await sessions.identify(header)).toBeNull();
    storedSessions.set(sessionId, session);
    expect(await sessions.identify(header)).toEqual({ sessionId, userId: 7 });
  });

  test('a session with the id of an API key is invalid and has the rights of a guest', async () => {
    const { header } = await beginSession();
    const data = { keyId: 7, makerId: 103, createdAt: '2026-01-01T00:00:00Z', name: 'Backup', roleId: adminRole.id };
    const more = { scopes: [], until: null, callsPerMinute: 60, hash: 'a1', start: 'Xq3fT9Zk' };
    evolveStaff(policy.staff, { type: 'ApiKeyCreated.v1', data: { ...data, ...more } });
    expect(policy.getActor(7).isProgram).toBe(true);
    expect(await sessions.identifyRequester(header)).toEqual({ identity: null, actor: guest });
  });

  test('a session that is used ends 30 days after its last use, with a cookie that is renewed daily', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    let { header } = await beginSession();
    let renewalCount = 0;
    for (let n = 0; n < 200; n++) {
      vi.setSystemTime(Date.now() + 7 * 3_600_000);
      const identity = await sessions.identify(header);
      if (!identity) throw new Error(`the session ended after ${n} visits`);
      const cookie = await sessions.renewCookie(header, { identity });
      if (!cookie) continue;
      renewalCount++;
      header = `${cookie.name}=${cookie.value}`;
    }
    expect(renewalCount).toBe(50);
    vi.setSystemTime(Date.now() + 30 * 24 * 3_600_000);
    expect(await sessions.identify(header)).toBeNull();
  });

  test('renews no cookie of a session that ended during the call', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { header, sessionId } = await beginSession();
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000);
    const requester = { identity: await sessions.identify(header) };
    expect(await sessions.renewCookie(header, requester)).not.toBeNull();
    storedSessions.delete(sessionId);
    sessions.forget(7, sessionId);
    expect(await sessions.renewCookie(header, requester)).toBeNull();
  });

  test('a login above the limit ends the least recently used sessions', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString();
    const buildSession = (id: string, createdAt: string, usedAt: string): Session => ({
      id,
      userId: 7,
      createdAt,
      usedAt,
      expiresAt: day(60),
      userAgent: '',
    });
    for (let n = 0; n < 49; n++) storedSessions.set(`${n}`, buildSession(`${n}`, day(2), day(3)));
    storedSessions.set('daily', buildSession('daily', day(1), day(5)));
    storedSessions.set('unused', buildSession('unused', day(2), day(2)));
    const { sessionId } = await beginSession();
    expect(storedSessions.size).toBe(50);
    expect([...storedSessions.keys()]).toEqual(expect.arrayContaining(['daily', sessionId]));
    expect(storedSessions.has('unused')).toBe(false);
  });

  test('renews no cookie of another session', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { header } = await beginSession();
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000);
    await sessions.identify(header);
    expect(await sessions.renewCookie(header, { identity: { sessionId: '', userId: 7 } })).toBeNull();
  });

  test('stores only a truncated browser name with a session', async () => {
    const { sessionId } = await beginSession('x'.repeat(5_000));
    expect(storedSessions.get(sessionId)?.userAgent).toBe('x'.repeat(200));
  });
});
