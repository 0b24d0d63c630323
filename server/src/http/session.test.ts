import { afterEach, expect, test, vi } from 'vitest';
import { Policy } from '../policy/policy.js';
import type { Vault } from '../vault/vault.js';
import { isOurOrigin, Sessions } from './session.js';

afterEach(() => void vi.useRealTimers());

test('A token is trusted no longer than its session may last, and only as it was signed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // All that a new session asks of it.
  const vault = { createSession: () => Promise.resolve(), sessionsOf: () => Promise.resolve([]) } as unknown as Vault;
  const sessions = new Sessions(vault, new Policy(), 'secret', false);
  const { cookie, sessionId } = await sessions.begin(7, 'test');
  const header = `${cookie.name}=${cookie.value}`;
  for (let n = 0; n < 2; n++) expect(sessions.claimed(header)).toEqual({ sessionId, userId: 7 });
  expect(sessions.claimed(`${header.slice(0, -3)}AAA`)).toBeNull();
  vi.setSystemTime(Date.now() + 30 * 24 * 3_600_000 + 1_000);
  expect(sessions.claimed(header)).toBeNull();
});

test('The origin of a public site is its address: scheme, host and port', () => {
  const publicUrl = 'https://play.example.org';
  const ours = (origin: string | undefined, requested = publicUrl) => isOurOrigin(origin, requested, publicUrl);
  expect(ours('https://play.example.org')).toBe(true);
  expect(ours('https://play.example.org:443')).toBe(true);
  for (const origin of [
    undefined,
    'null',
    '',
    'http://play.example.org',
    'https://play.example.org:8443',
    'https://example.org',
    'https://evil.example',
  ]) {
    expect(ours(origin), origin).toBe(false);
    expect(ours(origin, origin), `${origin} as the Host`).toBe(false);
  }
  expect(ours('http://localhost:3000', 'http://localhost:3000'), 'another port of this machine').toBe(false);
});

test('A local site has every name of its machine, as the request has it', () => {
  const ours = (origin: string, requested: string) => isOurOrigin(origin, requested, 'http://localhost:3000');
  expect(ours('http://localhost:3000', 'http://127.0.0.1:3000')).toBe(true);
  expect(ours('http://127.0.0.1:4000', 'http://127.0.0.1:4000')).toBe(true);
  expect(ours('http://[::1]:4000', 'http://[::1]:4000')).toBe(true);
  expect(ours('http://127.0.0.1:4000', 'http://127.0.0.1:3000'), 'another program').toBe(false);
  expect(ours('https://127.0.0.1:4000', 'http://127.0.0.1:4000')).toBe(false);
  expect(ours('http://evil.example', 'http://evil.example'), 'a name that leads here').toBe(false);
  expect(ours('http://localhost.evil.example:3000', 'http://localhost.evil.example:3000')).toBe(false);
});
