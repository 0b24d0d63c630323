import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { isCommandLine } from './process/secrets.js';
import { readEnv } from './process/env.js';
import { withProjections } from './projections-access.js';

const secret = 'a secret of at least 32 characters';

test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])(
  'the command line calls the server listening at %s with its token and reports refusals',
  async (host) => {
    const requests: string[] = [];
    const http = createServer(({ method, url, headers }, res) => {
      requests.push(`${method} ${url} ${isCommandLine(env, headers.authorization)}`);
      const isRefused = method === 'POST';
      res.writeHead(isRefused ? 409 : 200, { 'content-type': 'application/json' });
      res.end(JSON.stringify(isRefused ? { error: 'A rebuild is running.' } : { state: 'following' }));
    }).listen(0, host);
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const env = readEnv({ HOST: host, PORT: String(port), SECRET: secret });
    await withProjections(env, pino({ level: 'silent' }), async (projections) => {
      expect(await projections.getStatus()).toEqual({ state: 'following' });
      await expect(projections.startRebuild()).rejects.toThrow('A rebuild is running.');
      await expect(projections.startVerify()).rejects.toThrow('A rebuild is running.');
    });
    const path = '/api/admin/projections';
    const get = `GET ${path} true`;
    expect(requests).toEqual([get, get, `POST ${path}/rebuild true`, `POST ${path}/verify true`]);
    http.closeAllConnections();
    http.close();
  },
);
