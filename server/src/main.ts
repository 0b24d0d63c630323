import { LogInUse } from '@guildhall/event-store/sqlite/process-lock.js';
import { EnvError, readEnv } from './process/env.js';
import { createLogger } from './process/logger.js';
import { retryWhileUnavailable } from './stores/unavailable.js';
import { startServer } from './server.js';
import { closeOnSignal } from './process/signals.js';

try {
  const env = readEnv(process.env);
  const logger = createLogger(env);
  const start = () => startServer(env, logger);
  // The machines of a network are started in any order.
  const server = await (env.network ? retryWhileUnavailable(start, logger) : start());
  closeOnSignal(server, logger);
  void server.outdated.then(async () => {
    logger.fatal('an older backup of the log was restored: this server ends, and must be started again');
    await server.close().finally(() => process.exit(1));
  });
} catch (error) {
  // Errors that the owner can fix are reported in one line.
  if (!(error instanceof EnvError || error instanceof LogInUse)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
