import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from './process/env.js';
import { createUsernamesServer } from './usernames-server.js';
import { VaultUnavailable } from './vault/vault.js';

const publicUrl = 'https://guild.example.org';
let http: Server;
let url = '';
let members: () => Promise<{ username: string }[]>;

beforeEach(async () => {
  members = () => Promise.resolve([{ username: 'Zoe' }, { username: 'Anna' }]);
  const env = readEnv({ PUBLIC_URL: `${publicUrl}/`, SECRET: 'x'.repeat(32) });
  const ranking = { listMembers: () => members() };
  http = createUsernamesServer({ env, ranking, logger: pino({ level: 'silent' }) }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

const ask = async (path = '/', options: RequestInit = {}) => {
  const response = await fetch(url + path, options);
  const text = await response.text();
  return { status: response.status, allowed: response.headers.get('access-control-allow-origin'), text };
};

test('returns the usernames as a list to pages of the site and to programs', async () => {
  const list = '["Zoe","Anna"]';
  expect(await ask()).toEqual({ status: 200, allowed: null, text: list });
  expect(await ask('/?x=1', { headers: { origin: publicUrl } })).toEqual({
    status: 200,
    allowed: publicUrl,
    text: list,
  });
  expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test.each(['https://evil.example.org', 'http://guild.example.org', `${publicUrl}.evil.example`, 'null'])(
  "rejects requests for the usernames by another site's page: %s",
  async (origin) => {
    expect((await ask('/', { headers: { origin } })).allowed).toBeNull();
  },
);

test('requires revalidation of the usernames and caches them per origin', async () => {
  const { headers } = await fetch(url);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-cache', 'origin']);
});

test('serves only the list of usernames', async () => {
  expect((await ask('/usernames')).status).toBe(404);
  expect((await ask('/', { method: 'POST', body: 'x' })).status).toBe(405);
});

test('reports that the usernames cannot be read', async () => {
  members = () => Promise.reject(new VaultUnavailable('away'));
  expect(await ask()).toMatchObject({ status: 503 });
});
