import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { measureRequests } from './measured-requests.js';

test('counts a request as 499 if the client disconnected before the response', async () => {
  const onMeasured = vi.fn<(request: { method: string; route: string; status: number; ms: number }) => void>();
  const measure = measureRequests({ request: onMeasured });
  const app = express().use((req, res, next) => {
    measure(req, res);
    next();
  });
  let onArrival = () => {};
  const isWaiting = new Promise<void>((resolve) => (onArrival = resolve));
  app.get('/wait/:id', () => onArrival());
  app.get('/done/:id', (_req, res) => void res.status(204).end());
  const http = createServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const abortedRequest = request({ port, path: '/wait/1' }).on('error', () => undefined);
  abortedRequest.end();
  await isWaiting;
  abortedRequest.destroy();
  await vi.waitFor(() => expect(onMeasured).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  await fetch(`http://127.0.0.1:${port}/done/2`);
  await vi.waitFor(() => expect(onMeasured).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  const measurements = onMeasured.mock.calls.map(([{ method, route, status }]) => [method, route, status]);
  expect(measurements).toEqual([
    ['GET', '/wait/:id', 499],
    ['GET', '/done/:id', 204],
  ]);
  http.closeAllConnections();
  http.close();
});
