import type { Logger } from 'pino';
import { createCommandLineToken } from './process/secrets.js';
import type { Env } from './process/env.js';
import type { ProjectionsAdmin, ProjectionsStatus } from './projector/projections-admin.js';
import { startServer } from './server.js';

export async function withProjections(
  env: Env,
  logger: Logger,
  use: (projections: ProjectionsAdmin) => Promise<void>,
): Promise<void> {
  const runningAccess = findRunningProjections(env);
  if (await runningAccess.getStatus().catch(() => null)) return use(runningAccess);
  const server = await startServer(env, logger, { listen: false });
  await use(server.services.projections).finally(() => server.close());
}

function findRunningProjections(env: Env): ProjectionsAdmin {
  const host = env.host === '0.0.0.0' || env.host === '::' ? '127.0.0.1' : env.host;
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${env.port}/api/admin/projections`;
  const ask = async (method: 'GET' | 'POST', path = '') => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${createCommandLineToken(env)}` },
    });
    const body = (await response.json()) as { error?: string };
    if (!response.ok) throw new Error(body.error ?? `The server responded with ${response.status}`);
    return body;
  };
  return {
    getStatus: async () => (await ask('GET')) as ProjectionsStatus,
    startRebuild: async () => void (await ask('POST', '/rebuild')),
    startVerify: async () => void (await ask('POST', '/verify')),
  };
}
