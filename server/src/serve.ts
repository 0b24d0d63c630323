import { retry } from '@guildhall/event-store/retry.js';
import { readEnv } from './process/env.js';
import { createLogger } from './process/logger.js';
import { findOperatorMessage } from './process/operator-message.js';
import { Outages } from './stores/outages.js';
import { isUnavailable } from './stores/outages.js';
import { startServer } from './server.js';
import { serveWhileStarting } from './http/http-listening.js';
import { closeOnSignal } from './process/signals.js';

let releasePort: (() => Promise<void>) | undefined;
try {
  const env = readEnv(process.env);
  const outages = new Outages();
  const logger = createLogger(env, outages);
  const usesServers = env.network !== null || env.s3 !== null;
  if (usesServers) releasePort = await serveWhileStarting(env, outages);
  const start = () => startServer(env, logger, { outages, beforeListening: releasePort });
  const onRetry = (error: unknown) => logger.warn({ err: error }, 'waiting for a store');
  const server = await (usesServers ? retry(start, { isTransient: isUnavailable, onRetry }) : start());
  closeOnSignal(server, logger);
  const end = async (reason: string) => {
    logger.fatal(reason);
    await server.close().finally(() => process.exit(1));
  };
  void server.outdated.then((reason) => end(`the server is exiting: ${reason}`));
  void server.failed.then(({ message }) => end(message));
} catch (error) {
  await releasePort?.();
  const message = findOperatorMessage(error);
  if (message === null) throw error;
  console.error(message);
  process.exitCode = 1;
}
