import { pino, type Logger } from 'pino';
import type { Env } from './env.js';

/** Lines on the standard output: JSON, or readable ones in a terminal. They never contain personal data. */
export function createLogger(env: Pick<Env, 'logLevel'>): Logger {
  const options = { level: env.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(options);
  const readable = { translateTime: 'SYS:HH:MM:ss', singleLine: true };
  return pino(options, pino.transport({ target: 'pino-pretty', options: readable }));
}
