import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { EnvError } from '../process/env.js';
import { closeHttp, listenOn } from './http-listening.js';

const servers: Server[] = [];
afterEach(() => {
  for (const http of servers.splice(0)) http.close().closeAllConnections();
});

async function listen(http: Server): Promise<number> {
  servers.push(http);
  await listenOn(http, 0, '127.0.0.1');
  return (http.address() as AddressInfo).port;
}

test('the error for a port in use or a non-local host contains the name of the variable', async () => {
  const port = await listen(createServer());
  const attempts = [
    listenOn(createServer(), port, '127.0.0.1'),
    listenOn(createServer(), port, '127.0.0.1', 'METRICS_PORT'),
    listenOn(createServer(), 0, '192.0.2.1'),
  ];
  const errors = await Promise.all(attempts.map((attempt) => attempt.catch((error: unknown) => error)));
  expect(errors.every((error) => error instanceof EnvError)).toBe(true);
  expect(errors.map((error) => (error as Error).message)).toEqual([
    `PORT: another program is already listening on it (127.0.0.1:${port})`,
    `METRICS_PORT: another program is already listening on it (127.0.0.1:${port})`,
    'HOST: this machine has no such address (192.0.2.1:0)',
  ]);
});

test('closing the server finishes requests in progress and closes idle connections', async () => {
  let respond = () => {};
  const arrival = new Promise<void>((resolve) => {
    servers.push(createServer((_req, res) => ((respond = () => void res.end('whole')), resolve())));
  });
  const [http] = servers;
  if (!http) throw new Error('no server');
  const port = await listen(http);
  const agent = new Agent({ keepAlive: true });
  const pendingRequest = request({ port, host: '127.0.0.1', agent }).end();
  const responseEvent = once(pendingRequest, 'response') as Promise<[IncomingMessage]>;
  await arrival;
  const shutdown = closeHttp(http);
  respond();
  const [response] = await responseEvent;
  expect((await response.toArray()).join('')).toBe('whole');
  await shutdown;
  agent.destroy();
});
