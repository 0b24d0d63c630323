import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logRequests } from './connections/request-log.js';
import { handleErrors } from './errors.js';
import { sendInSlot } from './picture-sending.js';

const [largeBytes, smallBytes] = [20_000_000, 1_000];
let http: Server;
let url = '';
let isSending: Record<number, number> = {};

beforeAll(async () => {
  const app = express();
  const log = logRequests(app, pino({ level: 'silent' }));
  app.use((req, res, next) => {
    log(req, res);
    next();
  });
  app.get('/:bytes', async (req, res) => {
    const bytes = Number(req.params.bytes);
    res.set({ 'content-type': 'image/webp', etag: '"picture"' });
    await sendInSlot({ req, res, bytes }, async () => {
      isSending[bytes] = (isSending[bytes] ?? 0) + 1;
      res.send(Buffer.alloc(bytes));
    });
  });
  app.use(handleErrors);
  http = createServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

/** Receives the head of the response and leaves the rest in the connection. */
async function openWithoutReading(bytes: number): Promise<IncomingMessage> {
  const [response] = (await once(get(url + bytes), 'response')) as [IncomingMessage];
  return response.pause();
}

test('an address that reads slowly occupies two large pictures until it leaves, and no small ones', async () => {
  const slow = [await openWithoutReading(largeBytes), await openWithoutReading(largeBytes)];
  const third = once(get(url + largeBytes), 'response');
  for (let n = 0; n < 20; n++) expect((await fetch(url + smallBytes)).status).toBe(200);
  expect(isSending).toEqual({ [largeBytes]: 2, [smallBytes]: 20 });
  slow[0]?.destroy();
  const [response] = (await third) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(isSending[largeBytes]).toBe(3);
  response.destroy();
  slow[1]?.destroy();
});

test('refuses pictures while too many are waiting, and sends none to those who have left', async () => {
  isSending = {};
  const slow = [await openWithoutReading(largeBytes), await openWithoutReading(largeBytes)];
  const waiting = Array.from({ length: 51 }, () => get(url + largeBytes).on('error', () => undefined));
  const [refused] = (await Promise.race(waiting.map((request) => once(request, 'response')))) as [IncomingMessage];
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['content-type']).toMatch(/^application\/json/);
  expect(refused.headers.etag).not.toBe('"picture"');
  for (const request of waiting) request.destroy();
  for (const response of slow) response.destroy();
  await expect.poll(async () => (await fetch(url + largeBytes)).status).toBe(200);
  expect(isSending[largeBytes]).toBeLessThan(53);
});
