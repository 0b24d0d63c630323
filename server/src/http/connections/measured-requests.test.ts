import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { measureRequests } from './measured-requests.js';

test('counts a request as 499 if the client disconnected before the response', async () => {
  const counted = vi.fn<(counted: { method: string; route: string; status: number; ms: number }) => void>();
  const measure = measureRequests({ request: counted });
  const app = express().use((req, res, next) => {
    measure(req, res);
    next();
  });
  let arrived = () => {};
  const isWaiting = new Promise<void>((resolve) => (arrived = resolve));
  app.get('/wait/:id', () => arrived());
  app.get('/done/:id', (_req, res) => void res.status(204).end());
  const http = createServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const leaving = request({ port, path: '/wait/1' }).on('error', () => undefined);
  leaving.end();
  await isWaiting;
  leaving.destroy();
  await vi.waitFor(() => expect(counted).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  await fetch(`http://127.0.0.1:${port}/done/2`);
  await vi.waitFor(() => expect(counted).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  const measurements = counted.mock.calls.map(([{ method, route, status }]) => [method, route, status]);
  expect(measurements).toEqual([
    ['GET', '/wait/:id', 499],
    ['GET', '/done/:id', 204],
  ]);
  http.closeAllConnections();
  http.close();
});
