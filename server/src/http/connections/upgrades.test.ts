import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeHttp } from '../http-listening.js';
import { createHttpServer } from './http-server.js';
import { serveUpgradesAsRequests } from './upgrades.js';

const largeBody = 'x'.repeat(2 ** 18);
let http: Server;
let port: number;
let upgradedUrls: string[];

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url === '/slow') await sleep(50);
  let bytes = 0;
  for await (const chunk of req) bytes += (chunk as Buffer).length;
  if (req.url !== '/large') return void res.end(`<${req.method} ${req.url} ${bytes}>`);
  for (let n = 0; n < 8; n++) if (!res.write(largeBody)) await once(res, 'drain');
  res.end();
}

beforeEach(async () => {
  const limits = { connectionsPerAddress: 1, timeoutCheckMs: 20, requestTimeoutMs: 500, headersTimeoutMs: 500 };
  const app: RequestListener = (req, res) => void respond(req, res).catch(() => res.destroy());
  http = createHttpServer(app, { trustedProxies: [], rateLimits: true }, limits);
  upgradedUrls = [];
  http.on('upgrade', (req, socket) => (upgradedUrls.push(req.url ?? ''), socket.end('HTTP/1.1 101 Upgraded\r\n\r\n')));
  serveUpgradesAsRequests(http);
  http.listen(0, '0.0.0.0');
  await once(http, 'listening');
  port = (http.address() as AddressInfo).port;
});
afterEach(() => {
  http.close().closeAllConnections();
});

async function open() {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const waitForText = (text: string) =>
    new Promise<string>((resolve) => {
      const check = () => {
        if (!received.includes(text) && !socket.destroyed) return;
        socket.off('data', check).off('close', check);
        resolve(received);
      };
      socket.on('data', check).on('close', check);
      check();
    });
  return { socket, until: waitForText, whole: once(socket, 'close').then(() => received) };
}
async function exchange(requests: string, last: string): Promise<string> {
  const { socket, until } = await open();
  socket.write(requests);
  const received = await until(last);
  socket.destroy();
  return received;
}
const h2c = 'connection: Upgrade, HTTP2-Settings\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\nupgrade: h2c\r\n';
const get = (path: string, upgradeHeaders = h2c) => `GET ${path} HTTP/1.1\r\nhost: x\r\n${upgradeHeaders}\r\n`;
const post = (body: string, upgradeHeaders = h2c) =>
  `POST /p HTTP/1.1\r\nhost: x\r\n${upgradeHeaders}content-length: ${body.length}\r\n\r\n${body}`;
const offer = (upgrade: string, connection = 'upgrade') => `connection: ${connection}\r\nupgrade: ${upgrade}\r\n`;

describe('requests with an Upgrade header', () => {
  test.each<[why: string, requests: string, responses: string[]]>([
    ['of curl or Java', get('/1'), ['<GET /1 0>']],
    ['with headers in upper case', get('/1').toUpperCase(), ['<GET /1 0>']],
    ['for several protocols', get('/socket.io/', offer('h2c, websocket')), ['<GET /socket.io/ 0>']],
    ['for another protocol on the path of live connections', get('/socket.io/?EIO=4'), ['<GET /socket.io/?EIO=4 0>']],
    ['for a WebSocket on another path', get('/ws', offer('websocket')), ['<GET /ws 0>']],
    ['for TLS', get('/1', offer('TLS/1.2')), ['<GET /1 0>']],
    ['with a body', post('12345'), ['<POST /p 5>']],
    ['with a large body', post('x'.repeat(300_000)), ['<POST /p 300000>']],
    [
      'with a chunked body and a trailer',
      `POST /p HTTP/1.1\r\nhost: x\r\n${h2c}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nx: y\r\n\r\n`,
      ['<POST /p 5>'],
    ],
    ['with two thousand headers', post('12345', h2c + 'a:b\r\n'.repeat(2_000)), ['<POST /p 5>']],
    ['of HTTP/1.0', `GET /1 HTTP/1.0\r\n${h2c}\r\n`, ['<GET /1 0>']],
    ['before other requests', get('/1') + get('/2', '') + post('1', ''), ['<GET /1 0>', '<GET /2 0>', '<POST /p 1>']],
    ['after others', get('/slow', '') + post('12', '') + get('/3'), ['<GET /slow 0>', '<POST /p 2>', '<GET /3 0>']],
    ['after another one', get('/slow') + post('12') + get('/3'), ['<GET /slow 0>', '<POST /p 2>', '<GET /3 0>']],
    ['after a response that waits for its reader', get('/large', '') + get('/2'), [largeBody, '<GET /2 0>']],
  ])('serves an upgrade request %s as an ordinary request', async (_, requests, responses) => {
    const received = await exchange(requests, responses.at(-1)!);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const places = responses.map((response) => received.indexOf(response));
    expect(places).toEqual(places.filter((place) => place >= 0).sort((a, b) => a - b));
    expect(upgradedUrls).toEqual([]);
  });

  test.each(['websocket', 'WebSocket', 'WEBSOCKET'])('upgrades a request for a live connection (%s)', async (name) => {
    await exchange(get('/socket.io/?EIO=4&transport=websocket', offer(name)), '101 Upgraded');
    expect(upgradedUrls).toEqual(['/socket.io/?EIO=4&transport=websocket']);
  });

  test('an upgrade request honours Connection: close', async () => {
    const { socket, whole } = await open();
    socket.write(get('/1', offer('h2c', 'upgrade, close')));
    expect(await whole).toContain('<GET /1 0>');
  });

  test('repeated upgrade requests count as one connection and add no listeners', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const { socket, until } = await open();
    for (let n = 1; n <= 30; n++) {
      socket.write(get(`/${n}`));
      expect(await until(`<GET /${n} 0>`)).toContain(`<GET /${n} 0>`);
    }
    socket.destroy();
    await expect.poll(() => exchange(get('/again'), '<GET /again 0>')).toContain('<GET /again 0>');
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test("an upgrade request's body has the same time limit as any other", async () => {
    const { socket, whole } = await open();
    socket.write(`POST /p HTTP/1.1\r\nhost: x\r\n${h2c}content-length: 10\r\n\r\n123`);
    expect(await whole).toContain('HTTP/1.1 408 ');
  });

  test('finishes an upgrade request before the server closes', async () => {
    const { socket, whole } = await open();
    const requestEvent = once(http, 'request');
    socket.write(get('/slow'));
    await requestEvent;
    await closeHttp(http);
    expect(await whole).toContain('<GET /slow 0>');
  });

  test('an upgrade request that waits for earlier responses does not block server shutdown', async () => {
    const { socket, whole } = await open();
    const requestEvent = once(http, 'request');
    socket.write(get('/slow', '') + get('/2'));
    await requestEvent;
    await closeHttp(http);
    expect(await whole).toContain('<GET /slow 0>');
  });

  test('a client that disconnects during its upgrade request affects no other connection', async () => {
    const { socket } = await open();
    const requestEvent = once(http, 'request');
    socket.write(get('/slow', '') + get('/2'));
    await requestEvent;
    socket.resetAndDestroy();
    await expect.poll(() => exchange(get('/after'), '<GET /after 0>')).toContain('<GET /after 0>');
  });
});
