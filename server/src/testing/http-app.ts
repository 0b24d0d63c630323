import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { logRequests } from '../http/connections/request-log.js';
import { handleErrors } from '../http/errors.js';

/** Serves routes to a file's tests without a site, but with its logging and error responses. */
export function testHttpApp(addRoutes: (app: Express) => void): { http: Server; readonly url: string } {
  const app = express();
  const log = logRequests(app, pino({ level: 'silent' }));
  app.use((req, res, next) => {
    log(req, res);
    next();
  });
  addRoutes(app);
  app.use(handleErrors);
  const http = createServer(app);
  beforeAll(() => once(http.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  return {
    http,
    get url() {
      return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    },
  };
}
