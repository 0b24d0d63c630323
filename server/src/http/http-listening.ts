import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Env, EnvError } from '../process/env.js';
import type { Outages } from '../stores/outages.js';

const maxWaitMs = 10_000;
const pollIntervalMs = 50;

const reasons: Record<string, string> = {
  EADDRINUSE: 'PORT: another program is already listening on it',
  EACCES: 'PORT: this user has no permission to listen on it',
  EADDRNOTAVAIL: 'HOST: this machine has no such address',
  ENOTFOUND: 'HOST: this machine has no such address',
};

export async function listenOn(http: Server, port: number, host: string, variable = 'PORT'): Promise<void> {
  http.listen(port, host);
  await once(http, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']?.replace('PORT', variable);
    throw reason ? new EnvError(`${reason} (${host}:${port})`, { cause: error }) : error;
  });
}

/** Completes pending requests and closes idle connections, which browsers would keep open. */
export async function closeHttp(http: Server): Promise<void> {
  http.prependListener('request', (_req, res) => (res.shouldKeepAlive = false));
  const serverClosed = new Promise<void>((resolve) => http.close(() => resolve()));
  const idleTimer = setInterval(() => http.closeIdleConnections(), pollIntervalMs);
  const force = setTimeout(() => http.closeAllConnections(), maxWaitMs);
  await serverClosed;
  clearInterval(idleTimer);
  clearTimeout(force);
}

/**
 * Responds with 503 to everything except `/health` and `/ready`.
 * @returns a function that releases the port.
 * @throws EnvError
 */
export async function serveWhileStarting(
  env: Pick<Env, 'port' | 'host'>,
  outages: Pick<Outages, 'getOutageStarts' | 'listFaults'>,
): Promise<() => Promise<void>> {
  const chooseResponse = (path: string): [status: number, body: object] => {
    if (path === '/health') return [200, { status: 'ok' }];
    if (path !== '/ready') return [503, { error: 'The site is starting.', code: 'unavailable' }];
    return [503, { status: 'unavailable', outages: outages.getOutageStarts(), faults: outages.listFaults() }];
  };
  const http = createServer((req, res) => {
    const [status, body] = chooseResponse((req.url ?? '').split('?', 1)[0] ?? '');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    res.writeHead(status, { ...headers, ...(status === 503 && { 'retry-after': '5' }) }).end(JSON.stringify(body));
  });
  await listenOn(http, env.port, env.host);
  let shutdown: Promise<void> | undefined;
  return () => (shutdown ??= closeHttp(http));
}
