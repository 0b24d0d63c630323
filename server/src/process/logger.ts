import { pino, type Logger, type LoggerOptions } from 'pino';
import type { Env } from './env.js';

/** Takes over what is logged about stores that are unavailable. */
interface OutageLog {
  hooks: LoggerOptions['hooks'];
  writeTo(logger: Logger): void;
}

/** Lines on the standard output: JSON, or readable ones in a terminal. They never contain personal data. */
export function createLogger(env: Pick<Env, 'logLevel'>, outages?: OutageLog): Logger {
  const { isoTime: timestamp } = pino.stdTimeFunctions;
  const options = { level: env.logLevel, base: null, timestamp, hooks: outages?.hooks ?? {} };
  const logger = process.stdout.isTTY ? pino(options, readableLines()) : pino(options);
  outages?.writeTo(logger);
  return logger;
}

function readableLines() {
  return pino.transport({ target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss', singleLine: true } });
}
