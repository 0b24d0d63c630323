import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLimits } from '../request/rate-limits.js';
import { LiveSite } from '../testing/live-site.js';
import { TestListener } from '../testing/test-listener.js';
import { createGateway, type Gateway } from './gateway.js';

let site: LiveSite;
let http: Server;
let gateway: Gateway;
let url = '';
const limits = createLimits(true);

beforeEach(async () => {
  site = await LiveSite.start();
  Object.assign(site.services, { env: { ...site.services.env, rateLimits: true }, limits });
  http = createServer();
  gateway = createGateway(http, site.services, site.server.follower, { maxSocketsPerAddress: 3 });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await gateway.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

async function open(address: string): Promise<TestListener> {
  const page = await TestListener.open(url, { headers: { 'x-forwarded-for': address } });
  return page;
}

test('rejects connections above the limit per address until one of them is closed', async () => {
  const firstSocket = await open('192.0.2.1');
  for (let n = 0; n < 2; n++) await open('192.0.2.1');
  await expect(open('192.0.2.1')).rejects.toThrow();
  await open('192.0.2.2');
  firstSocket.close();
  await expect
    .poll(() =>
      open('192.0.2.1').then(
        ({ socket }) => socket.connected,
        () => false,
      ),
    )
    .toBe(true);
});

test('rejects only the address that connects too often', async () => {
  await limits.take('connect', '192.0.2.3', 399);
  (await open('192.0.2.3')).close();
  await expect(open('192.0.2.3')).rejects.toThrow();
  await open('192.0.2.4');
});

test('limits the joins per address across all of its connections', async () => {
  await limits.take('join', '192.0.2.5', 2_999);
  const [one, another] = [await open('192.0.2.5'), await open('192.0.2.5')];
  const position = await site.waitUntilSettled();
  expect(await one.join(siteTopic, position)).toBe('joined');
  expect(await another.join(siteTopic, position)).toBe('refused');
  expect(await (await open('192.0.2.6')).join(siteTopic, position)).toBe('joined');
});

test('leaves a joined topic if another join of it exceeds the limit', async () => {
  const thread = await site.addThread(site.open);
  const [leavingListener, otherListener] = [await open('192.0.2.7'), await open('192.0.2.8')];
  const position = await site.waitUntilSettled();
  for (const page of [leavingListener, otherListener]) await page.listen(`thread:${thread}`, position);
  await limits.take('join', '192.0.2.7', 2_999);
  expect(await leavingListener.join(`thread:${thread}`, position)).toBe('refused');
  await site.reply(thread, 'Not heard');
  await otherListener.waitForReply(`thread:${thread}`, 'Not heard');
  await leavingListener.joinAll([]);
  expect(leavingListener.listReplies(`thread:${thread}`)).toEqual([]);
});

test('closes all connections of an address that sends too much over them', async () => {
  for (let n = 0; n < 5; n++) {
    const page = await open('192.0.2.8');
    for (let count = 0; count < 220; count++) page.socket.emit('join', [], () => undefined);
    if (n < 4) await page.joinAll([]);
    else await page.waitUntilClosed();
    page.close();
  }
  expect((await open('192.0.2.9')).socket.connected).toBe(true);
});

test('closes only the connection that floods the server with messages', async () => {
  const [page, other] = [await open('192.0.2.7'), await open('192.0.2.7')];
  for (let n = 0; n < 400; n++) page.socket.emit('join', [], () => undefined);
  await page.waitUntilClosed();
  expect(other.socket.connected).toBe(true);
});
