import { pingBedrock } from './bedrock-ping.js';
import { StatusUnknown, type GameStatus } from './game-status.js';
import { pingJava } from './java-ping.js';
import type { PingTarget } from './target-address.js';

const defaultTimeoutMs = 5_000;

/** The name does not resolve, or this server has no network or no free socket. */
const ownFailures = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
]);

const maxErrorLength = 200;
const failureTexts: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist',
  EAI_AGAIN: 'The name server did not respond',
  ECONNREFUSED: 'The connection was refused, so no server is listening at this address and port',
  ECONNRESET: 'The server closed the connection',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
};

export function describePingError(error: unknown): string {
  const { message, code = message } = error as { message: string; code?: string };
  return (failureTexts[code] ?? (message || code)).slice(0, maxErrorLength);
}

export type PingEdition = 'java' | 'bedrock';

/**
 * Pings a server once, within five seconds.
 * @throws StatusUnknown if it remains unknown whether the server is online, and any other error if it is offline
 */
export async function pingServer(
  target: PingTarget,
  edition: PingEdition,
  stopping: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): Promise<GameStatus> {
  const attempt = new AbortController();
  const abort = () => attempt.abort(new Error('The server stops'));
  stopping.addEventListener('abort', abort);
  const timer = setTimeout(() => attempt.abort(new Error('The server did not respond in time')), timeoutMs);
  try {
    stopping.throwIfAborted();
    return await (edition === 'bedrock' ? pingBedrock(target, attempt.signal) : pingJava(target, attempt.signal));
  } catch (error) {
    if (attempt.signal.aborted && !(error instanceof StatusUnknown)) throw attempt.signal.reason;
    const { code = '' } = error as { code?: string };
    throw ownFailures.has(code) ? new StatusUnknown(code, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  }
}
