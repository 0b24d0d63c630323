import { createServer } from 'node:http';
import type { Env } from '../process/env.js';
import type { Outages } from '../stores/outages.js';
import { closeHttp, listenOn } from './http-listening.js';

/**
 * Serves `/health` and `/ready` while a server waits for its stores: an operator can read there what must be corrected.
 * Everything else is a 503. @returns a function that releases the port. @throws EnvError where the port is unavailable
 */
export async function serveWhileStarting(
  env: Pick<Env, 'port' | 'host'>,
  outages: Pick<Outages, 'since' | 'faults'>,
): Promise<() => Promise<void>> {
  const responseTo = (path: string): [status: number, body: object] => {
    if (path === '/health') return [200, { status: 'ok' }];
    if (path !== '/ready') return [503, { error: 'The site is starting.', code: 'unavailable' }];
    return [503, { status: 'unavailable', outages: outages.since(), faults: outages.faults() }];
  };
  const http = createServer((req, res) => {
    const [status, body] = responseTo((req.url ?? '').split('?', 1)[0] ?? '');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    res.writeHead(status, { ...headers, ...(status === 503 && { 'retry-after': '5' }) }).end(JSON.stringify(body));
  });
  await listenOn(http, env.port, env.host);
  let closed: Promise<void> | undefined;
  return () => (closed ??= closeHttp(http));
}
