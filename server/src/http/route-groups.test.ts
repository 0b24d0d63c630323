import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeParams, groupRoutes } from './route-groups.js';

const paths = [
  '/me',
  '/things',
  '/things/order',
  '/things/:id',
  '/things/:id/parts',
  '/things/parts/:id',
  '/others/:kind/:id',
  '/others/:kind/:id/parts',
];
const respondWith =
  (path: string): RequestHandler =>
  ({ params }, res) =>
    void res.json({ path, params });
const server = createServer();
let url = '';

beforeAll(async () => {
  const app = express();
  const createDecodingHandler =
    (handler: RequestHandler): RequestHandler =>
    (req, res, next) => {
      req.params = decodeParams(req.params as Record<string, string>);
      return handler(req, res, next);
    };
  const routes = paths.map((path) => ({
    method: 'get' as const,
    path: `/api${path}`,
    handler: createDecodingHandler(respondWith(path)),
  }));
  app.use(groupRoutes(routes));
  const router = Router({ caseSensitive: true });
  for (const path of paths) router.get(`/one${path}`, respondWith(path));
  app.use(router);
  server.on('request', app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const read = async (path: string) => {
  const response = await fetch(url + path);
  return response.ok ? ((await response.json()) as unknown) : response.status;
};

const addresses = [
  '/me',
  '/me/',
  '/Me',
  '/me/1',
  '/',
  '',
  '//',
  '/things',
  '/things/',
  '/things/order',
  '/things/order/',
  '/things/7',
  '/things/7/parts',
  '/things/parts/7',
  '/things/parts/parts',
  '/things/order/parts',
  '/things/7/8',
  '/things//parts',
  '/things/%6frder',
  '/th%69ngs/7',
  '/things/%zz',
  '/others/a/1',
  '/others/a/1/parts',
  '/others/a',
  '/others',
  '/none/1',
  '/things/:id',
  '/things/:',
  '/:/7',
  '/things/7?x=/things/order',
];
test.each(addresses)('grouped routes match the same route as a single router for %s', async (address) => {
  expect(await read(`/api${address}`)).toEqual(await read(`/one${address}`));
});

test('finds a route within its group', async () => {
  expect(await read('/api/things/parts/7')).toEqual({ path: '/things/parts/:id', params: { id: '7' } });
  expect(await read('/apis/me')).toBe(404);
});

test('tries the next route after next() and passes errors to the error handler', async () => {
  const app = express();
  const failure = new Error('failed');
  const handlers: Record<string, RequestHandler> = {
    '/a/:b': (_req, _res, next) => next(),
    '/a/c': (req, res) => void res.json(req.params),
    '/a/:late': () => Promise.reject(failure),
    '/x': () => {
      throw failure;
    },
  };
  const routes = Object.entries(handlers).map(([path, handler]) => ({ method: 'all' as const, path, handler }));
  app.use(groupRoutes(routes));
  app.use(((error, _req, res, _next) => void res.status(500).json(error === failure)) as ErrorRequestHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requestPath = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return [response.status, (await response.json()) as unknown];
  };
  expect([await requestPath('/a/c'), await requestPath('/a/d'), await requestPath('/x')]).toEqual([
    [200, {}],
    [500, true],
    [500, true],
  ]);
  server.close();
});

test('matches routes by method and treats HEAD as GET', async () => {
  const app = express();
  const routes = (['post', 'get'] as const).map((method) => ({ method, path: '/a', handler: respondWith(method) }));
  app.use(groupRoutes(routes));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const getStatus = async (method: string) =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`, { method })).status;
  expect([await getStatus('GET'), await getStatus('HEAD'), await getStatus('POST'), await getStatus('PUT')]).toEqual([
    200, 200, 200, 404,
  ]);
  server.close();
});
