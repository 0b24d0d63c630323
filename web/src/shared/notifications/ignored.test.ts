import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../state/session.js';
import { isIgnored, ensureIgnored, setIgnored, useIgnored } from './ignored.js';

const bram = { id: 9, username: 'Bram', avatar_url: null, role: null };
let requests: string[];

beforeEach(() => {
  requests = [];
  useSession.setState({ user: null });
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    requests.push(`${method} ${address}`);
    return Promise.resolve(Response.json(method === 'GET' ? [bram] : { success: true, id: 9 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('loads the ignore list once for each member, and none for a guest', async () => {
  await ensureIgnored();
  expect(requests).toEqual([]);
  useSession.setState({ user: { id: 1 } as Me });
  await Promise.all([ensureIgnored(), ensureIgnored()]);
  await ensureIgnored();
  expect(requests).toEqual(['GET /api/ignored']);
  expect(isIgnored(useIgnored.getState(), 9)).toBe(true);
  useSession.setState({ user: null });
  expect(isIgnored(useIgnored.getState(), 9)).toBe(false);
});

test('ignoring or unignoring a member takes effect once the server accepts it', async () => {
  await setIgnored(bram, true, 'key');
  expect(isIgnored(useIgnored.getState(), 9)).toBe(true);
  await setIgnored(bram, false, 'other');
  expect(isIgnored(useIgnored.getState(), 9)).toBe(false);
  expect(requests).toEqual(['POST /api/profile/Bram/ignore', 'POST /api/profile/Bram/unignore']);
});
