import { createRequire } from 'node:module';
import { pino, type Logger, type LoggerOptions, type SerializedError } from 'pino';
import type { PinoPretty } from 'pino-pretty';
import type { Env } from './env.js';
import { mapStack } from './mapped-stack.js';

interface OutageLog {
  hooks: LoggerOptions['hooks'];
  writeTo(logger: Logger): void;
}

export function createLogger(env: Pick<Env, 'logLevel'>, outages?: OutageLog): Logger {
  const { isoTime: timestamp } = pino.stdTimeFunctions;
  const serializers = { err: pino.stdSerializers.wrapErrorSerializer(withMappedStack) };
  const options = { level: env.logLevel, base: null, timestamp, serializers, hooks: outages?.hooks ?? {} };
  const logger = process.stdout.isTTY ? pino(options, formatLines()) : pino(options);
  outages?.writeTo(logger);
  return logger;
}

const withMappedStack = (error: SerializedError) => ({ ...error, stack: mapStack(error.stack) });

/** Formats the lines in this thread. A worker would use more memory and lose its last lines when the process exits. */
function formatLines() {
  const pinoPretty = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  return pinoPretty({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true });
}
