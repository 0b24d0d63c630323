import { once } from 'node:events';
import { request, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer, type HttpLimits } from './http-server.js';

const largeBody = Buffer.alloc(16 * 2 ** 20);
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const http of servers.splice(0)) {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  }
});

async function serve(
  app: RequestListener,
  limits: Partial<HttpLimits>,
  trustedProxies: string[] = [],
): Promise<number> {
  const http = createHttpServer(app, { trustedProxies, rateLimits: true }, limits);
  servers.push(http);
  http.listen(0, '0.0.0.0');
  await once(http, 'listening');
  return (http.address() as AddressInfo).port;
}

async function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  // A reset also counts as closed.
  socket.on('error', () => undefined);
  const closeEvent = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await once(socket, 'connect');
  return { socket, closed: closeEvent, received: () => received };
}

async function connectWithoutReading(port: number): Promise<void> {
  const { socket } = await open(port);
  socket.pause().write(wholeRequest);
}

const respondHello: RequestListener = (_, res) => void res.end('hello');
const wholeRequest = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

test('ends a request whose headers do not arrive in time, even if they trickle in', async () => {
  const port = await serve(respondHello, { headersTimeoutMs: 200, timeoutCheckMs: 20 });
  const { socket, closed } = await open(port);
  socket.write('GET / HTTP/1.1\r\n');
  const trickle = setInterval(() => socket.write('x: y\r\n'), 20);
  const response = await closed;
  clearInterval(trickle);
  expect(response).toContain('HTTP/1.1 408 Request Timeout');
  expect(response).toContain('"code":"request-timeout"');
});

test('ends a request whose body does not arrive in time', async () => {
  const port = await serve((req) => void req.resume(), {
    headersTimeoutMs: 100,
    requestTimeoutMs: 200,
    timeoutCheckMs: 20,
  });
  const { socket, closed } = await open(port);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 20);
  const response = await closed;
  clearInterval(trickle);
  expect(response).toContain('HTTP/1.1 408 Request Timeout');
});

test('limits the connections per address, except for a trusted proxy', async () => {
  const port = await serve(respondHello, { connectionsPerAddress: 3 }, ['127.0.0.9']);
  const openSockets = await Promise.all([open(port), open(port), open(port)]);
  await (
    await open(port)
  ).closed;
  for (const address of ['127.0.0.2', ...Array<string>(5).fill('127.0.0.9')]) {
    const otherSocket = await open(port, address);
    otherSocket.socket.write(wholeRequest);
    await expect.poll(otherSocket.received).toContain('hello');
  }
  openSockets[0]?.socket.destroy();
  await expect
    .poll(async () => {
      const { socket, closed, received } = await open(port);
      socket.end(wholeRequest);
      await closed;
      return received();
    })
    .toContain('hello');
});

test('handles only a few pipelined requests before closing the connection', async () => {
  let responseCount = 0;
  const port = await serve((_, res) => void (responseCount++, setImmediate(() => res.end('hello'))), {});
  const { socket, closed } = await open(port);
  socket.write(wholeRequest.repeat(500));
  await closed;
  expect(responseCount).toBeLessThanOrEqual(8);
});

test('handles any number of consecutive requests on one connection', async () => {
  const port = await serve(respondHello, { pipelinedRequests: 2 });
  const { socket, received } = await open(port);
  for (let n = 1; n <= 10; n++) {
    socket.write(wholeRequest);
    await expect.poll(() => received().split('hello').length - 1, { timeout: 30_000 }).toBe(n);
  }
});

test('keeps the event loop running during a burst of requests', async () => {
  let [begunCount, maxBegun, isOver] = [0, 0, false];
  const turn = () => {
    begunCount = 0;
    if (!isOver) setImmediate(turn);
  };
  const port = await serve((_, res) => {
    maxBegun = Math.max(maxBegun, ++begunCount);
    for (const until = performance.now() + 10; performance.now() < until;);
    res.end('hello');
  }, {});
  const clients = [];
  for (let n = 0; n < 60; n++) clients.push(await open(port));
  turn();
  for (const { socket } of clients) socket.write(wholeRequest);
  for (const { received } of clients) await expect.poll(received, { timeout: 30_000 }).toContain('hello');
  isOver = true;
  expect(maxBegun).toBeLessThanOrEqual(5);
});

function buildLargeResponses() {
  const cutRequests: number[] = [];
  let count = 0;
  const respond: RequestListener = (req, res) => {
    const number = count++;
    let isSent = false;
    res.once('finish', () => (isSent = !req.socket.destroyed)).once('close', () => isSent || cutRequests.push(number));
    res.end(largeBody);
  };
  return { app: respond, cut: cutRequests };
}

test('cuts off the oldest responses if clients leave too much data unread', async () => {
  const { app, cut } = buildLargeResponses();
  const port = await serve(app, { unreadBytes: 3.5 * largeBody.length });
  for (let n = 0; n < 6; n++) await connectWithoutReading(port);
  await expect.poll(() => cut.sort(), { timeout: 10_000 }).toEqual([0, 1, 2]);
  expect(await read(port)).toBe(largeBody.length);
});

test('closes a connection that neither reads nor writes, but not a slow reader', async () => {
  const { app, cut } = buildLargeResponses();
  const port = await serve(app, { stalledTimeoutMs: 1_000 });
  await connectWithoutReading(port);
  const slowRead = read(port, 10);
  await expect.poll(() => cut, { timeout: 10_000 }).toEqual([0]);
  expect(await slowRead).toBe(largeBody.length);
});

function read(port: number, pauseMs = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const slowRequest = request({ port, host: '127.0.0.1', agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        response.pause();
        setTimeout(() => response.resume(), pauseMs);
      });
      response.on('end', () => resolve(bytes)).on('error', reject);
    });
    slowRequest.on('error', reject).end();
  });
}
