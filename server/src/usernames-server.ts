import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Env } from './process/env.js';

interface Dependencies {
  env: Env;
  logger: Logger;
  ranking: { listMembers(): Promise<readonly { username: string }[]> };
}

/** Responds to `GET /` with all usernames as JSON, for local programs and the site's own pages. */
export function createUsernamesServer(services: Dependencies): Server {
  return createServer((req, res) => {
    respond(services, req, res).catch((error: unknown) => {
      services.logger.warn({ err: error }, 'the list of usernames could not be read');
      send(res, 503, { error: 'The service is not available right now.' });
    });
  });
}

async function respond({ ranking, env }: Dependencies, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const siteOrigin = new URL(env.publicUrl).origin;
  res.setHeader('vary', 'origin');
  if (req.headers.origin === siteOrigin) res.setHeader('access-control-allow-origin', siteOrigin);
  const [path] = (req.url ?? '').split('?', 1);
  if (path !== '/') return send(res, 404, { error: 'Not found.' });
  if (req.method !== 'GET' && req.method !== 'HEAD') return send(res, 405, { error: 'Only GET is supported here.' });
  const members = await ranking.listMembers();
  send(
    res,
    200,
    members.map(({ username }) => username),
  );
}

function send(res: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
  res.writeHead(status, { ...headers, 'cache-control': 'no-cache', ...(status === 405 && { allow: 'GET, HEAD' }) });
  res.end(JSON.stringify(body));
}
