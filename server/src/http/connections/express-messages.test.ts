import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { createMessageClasses } from './express-messages.js';
import { createHttpServer } from './http-server.js';

test('requests and responses have the Express prototypes from the beginning', async () => {
  const app = express();
  const messages = createMessageClasses(app);
  app.get('/', (req, res) => void res.json({ app: req.app === app && res.app === app, ip: req.ip }));
  const instanceChecks: boolean[] = [];
  const listener: RequestListener = (req, res) => {
    instanceChecks.push(Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response);
    app(req, res);
    instanceChecks.push(Object.getPrototypeOf(req) === messages.IncomingMessage.prototype);
  };
  const env = { trustedProxies: [], rateLimits: true };
  const http = createHttpServer(Object.assign(listener, { messages }), env).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const response = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  expect(await response.json()).toEqual({ app: true, ip: '127.0.0.1' });
  expect(instanceChecks).toEqual([true, true, true]);
  http.closeAllConnections();
  http.close();
});
