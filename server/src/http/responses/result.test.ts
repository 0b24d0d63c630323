import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sendResult } from './result.js';

test.each([
  ['stays', false],
  ['leaves before the result is ready', true],
])('runs background work after a response whose client %s', async (_, leaves) => {
  const logger = pino({ enabled: false });
  let onRequest!: () => void;
  const isAsked = new Promise<void>((resolve) => (onRequest = resolve));
  let resolveDone!: () => void;
  const isDone = new Promise<void>((resolve) => (resolveDone = resolve));
  const app = express();
  app.get('/', async (req, res) => {
    onRequest();
    if (leaves) await once(res, 'close');
    const afterSend = () => Promise.resolve(resolveDone());
    await sendResult({ body: {}, afterSend }, { req, res, logger, status: undefined });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const call = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  call.on('error', () => undefined).on('response', (response) => response.resume());
  call.end();
  await isAsked;
  if (leaves) call.destroy();
  await isDone;
  server.close();
});

test('sends an ETag with the result of a read, but not with the result of a write', async () => {
  const logger = pino({ enabled: false });
  const app = express();
  app.all('/', (req, res) => sendResult({ body: { text: 'ä' } }, { req, res, logger, status: 201 }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const method of ['POST', 'PUT', 'DELETE', 'GET']) {
    const response = await fetch(url, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
    expect([method, response.headers.has('etag')]).toEqual([method, method === 'GET']);
    expect(response.headers.get('content-length')).toBe('13');
    expect(await response.json()).toEqual({ text: 'ä' });
  }
  server.close();
});
