import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Metrics } from './metrics.js';
import { createMetricsServer } from './metrics-endpoint.js';

const metrics = new Metrics();
let http: Server;
let url = '';

beforeEach(async () => {
  http = createMetricsServer({ metrics, logger: pino({ level: 'silent' }) }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => void http.close().closeAllConnections());

test('the metrics port serves only the metrics', async () => {
  const figures = await fetch(`${url}/metrics`);
  expect([figures.status, figures.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await figures.text()).toContain('guildhall_live_sockets 0\n');
  const otherRequests = [fetch(`${url}/`), fetch(`${url}/metrics/x`), fetch(`${url}/metrics`, { method: 'POST' })];
  expect((await Promise.all(otherRequests)).map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('the metrics endpoint responds with 503 if the metrics cannot be read', async () => {
  const { registry } = metrics;
  const { metrics: read } = registry;
  registry.metrics = () => Promise.reject(new Error('away'));
  expect((await fetch(`${url}/metrics`)).status).toBe(503);
  registry.metrics = read;
});
