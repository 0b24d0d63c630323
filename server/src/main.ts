import { LogInUse } from '@guildhall/event-store/process-lock.js';
import { EnvError, readEnv } from './env.js';
import { createLogger } from './logger.js';
import { onceReachable } from './out-of-reach.js';
import { startServer } from './server.js';
import { closeOnSignal } from './signals.js';

try {
  const env = readEnv(process.env);
  const logger = createLogger(env);
  const start = () => startServer(env, logger);
  // The machines of a network are started in any order.
  const server = await (env.network ? onceReachable(start, logger) : start());
  closeOnSignal(server, logger);
} catch (error) {
  // What the owner can mend is said in one line.
  if (!(error instanceof EnvError || error instanceof LogInUse)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
