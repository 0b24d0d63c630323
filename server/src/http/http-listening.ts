import { once } from 'node:events';
import type { Server } from 'node:http';
import { EnvError } from '../process/env.js';

const maxWaitMs = 10_000; // ms
const pollIntervalMs = 50; // ms

const reasons: Record<string, string> = {
  EADDRINUSE: 'PORT: another program is listening there',
  EACCES: 'PORT: this user may not listen there',
  EADDRNOTAVAIL: 'HOST: this machine has no such address',
  ENOTFOUND: 'HOST: this machine has no such address',
};

/**
 * Resolves when the server accepts connections. @throws EnvError where port (of the variable) or host are unavailable
 */
export async function listenOn(http: Server, port: number, host: string, variable = 'PORT'): Promise<void> {
  http.listen(port, host);
  await once(http, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']?.replace('PORT', variable);
    throw reason ? new EnvError(`${reason} (${host}:${port})`, { cause: error }) : error;
  });
}

/**
 * Accepts no more connections and finishes the requests in progress; then each connection is closed as soon as it is
 * idle. Browsers keep theirs open: without this they would delay the end.
 */
export async function closeHttp(http: Server): Promise<void> {
  http.prependListener('request', (_req, res) => (res.shouldKeepAlive = false));
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  const idle = setInterval(() => http.closeIdleConnections(), pollIntervalMs);
  const force = setTimeout(() => http.closeAllConnections(), maxWaitMs);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
