import { pino, type Logger } from 'pino';
import type { Env } from './env.js';

/** Structured lines on the standard output; nothing personal is ever put into one. */
export function createLogger(env: Pick<Env, 'logLevel'>): Logger {
  return pino({ level: env.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
