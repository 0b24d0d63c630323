import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createApp, createOperations } from '@guildhall/server/app.js';
import { describe, expect, test } from 'vitest';
import { exchange } from '../../support/site/exchange.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  exchange(site.url, { method, path, headers: { accept: 'application/json', ...headers } });

describe('API addresses', () => {
  test('responds with 405 to an unsupported method and lists the supported ones', async () => {
    const refusal = await ask('DELETE', '/api/forums/sections');
    expect(refusal.status).toBe(405);
    expect(refusal.headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
    expect(refusal.json).toEqual({
      error: 'This address does not support that method.',
      code: 'method-not-allowed',
    });
    expect((await ask('PATCH', '/login')).status, 'also at the root').toBe(405);
    expect((await ask('DELETE', '/api/no/such/address')).status).toBe(404);
  });

  test("lists only an address's own methods if a path with parameters matches it too", async () => {
    const paths = new Set(createOperations(site.services).map(({ path }) => path));
    for (const path of paths) {
      const methods = createOperations(site.services).filter((operation) => operation.path === path);
      const allowedMethods = methods.map(({ method }) => method.toUpperCase());
      const allowedRequests = [
        ...new Set([...(allowedMethods.includes('GET') ? ['HEAD'] : []), ...allowedMethods, 'OPTIONS']),
      ].sort();
      const response = await ask('OPTIONS', `/api${path.replaceAll(/:\w+/g, '7')}`);
      expect([path, response.status, response.headers['allow']]).toEqual([path, 204, allowedRequests.join(', ')]);
    }
  });

  test('prefers a literal path to one with an id, but not to one with a name', async () => {
    for (const path of ['/forums/threads/bulk', '/forums/sections/order', '/forums/permissions/matrix']) {
      expect([path, (await ask('DELETE', `/api${path}`)).status]).toEqual([path, 405]);
    }
    expect((await ask('DELETE', '/api/forums/themes/publish')).status, 'a theme can have that name').toBe(401);
    expect((await ask('DELETE', '/api/forums/threads/word')).status, 'no id').toBe(401);
  });

  test('every call rejects an idempotency key of invalid length', async () => {
    const operations = createOperations(site.services).filter(
      ({ method, authorize }) => method !== 'get' && !authorize,
    );
    for (const { method, path } of operations) {
      for (const key of ['', 'x'.repeat(201)]) {
        const address = `/api${path.replaceAll(/:\w+/g, '7')}`;
        const { status, json } = await ask(method.toUpperCase(), address, {
          'idempotency-key': key,
          cookie: site.admin.cookie,
          origin: site.url,
        });
        expect([path, status, json]).toMatchObject([path, 400, { code: 'validation', field: 'idempotency-key' }]);
      }
    }
  });
});

test.each(['foo://bar', '*', 'http://x', '//', '/%', '/api', '/api?', '/api/%zz/%'])(
  'handles a request for the unusual address %s without failing',
  async (address) => {
    const { port } = new URL(site.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    const pieces = await socket.setEncoding('utf8').toArray();
    expect(pieces.join('')).toMatch(/^HTTP\/1.1 (200|302|400|404) /);
  },
);

describe('page headers', () => {
  test('isolates pages from other sites and disables unused device features', async () => {
    const { headers } = await ask('GET', '/api/me');
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers, 'over plain http').not.toHaveProperty('strict-transport-security');
  });

  test('sets Strict-Transport-Security only on an https site', async () => {
    const { services } = site;
    const app = createApp({ ...services, env: { ...services.env, publicUrl: 'https://play.example.org' } });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { headers } = await exchange(`http://127.0.0.1:${port}`, { method: 'GET', path: '/api/me' });
    server.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
