import { TooLarge, Unavailable, VersionConflict } from '../port.js';
import type { ExpectedRevision } from '../port.js';

/** No field is guaranteed because the client throws different error classes on different code paths. */
interface ClientError {
  code?: unknown;
  type?: unknown;
  message?: unknown;
  actualVersion?: unknown;
}

const refusals = new Set(['stream-deleted', 'access-denied', 'invalid-argument', 'invalid-transaction']);

export class DeadlineExceeded extends Error {
  readonly code = 4;
}

export class ConnectionAbandoned extends Error {
  constructor() {
    super('the connection was dropped because another call got no response');
  }
}

/** Also returns true for the server's own deadline: a leader without followers responds with "timeout". */
export function isDeadlineExceeded(error: unknown): boolean {
  const { code, type } = readErrorDetails(error);
  return code === 4 || type === 'timeout';
}

export function isMissingStream(error: unknown): boolean {
  return readErrorDetails(error).type === 'stream-not-found';
}

/** Returns undefined if only a retry can reveal the outcome. */
export function toFinalAppendError(
  error: unknown,
  stream: string,
  expectedRevision: ExpectedRevision,
  isRetry: boolean,
): Error | undefined {
  const { type, actualVersion } = readErrorDetails(error);
  if (error instanceof VersionConflict) return error;
  if (type === 'wrong-expected-version') {
    const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : 'no-stream';
    return new VersionConflict(stream, expectedRevision, actual);
  }
  if (type === 'maximum-append-size-exceeded')
    return new TooLarge(`The append to ${stream} is too large for the server`);
  if (typeof type === 'string' && refusals.has(type)) return toPortError(error, `append to ${stream}`, isRetry);
  return undefined;
}

export function toFinalReadError(error: unknown): Error | undefined {
  const { type } = readErrorDetails(error);
  const isFinal = isMissingStream(error) || (typeof type === 'string' && refusals.has(type));
  return isFinal ? (error as Error) : undefined;
}

export function toPortError(error: unknown, callName: string, outcomeUnknown: boolean): Unavailable {
  if (error instanceof Unavailable) return error;
  return new Unavailable(`EventStoreDB, ${callName}: ${describeError(error)}`, outcomeUnknown, { cause: error });
}

function describeError(error: unknown): string {
  const { message, type, code } = readErrorDetails(error);
  if (typeof message === 'string' && message !== '') return message;
  return typeof type === 'string' ? type : `error ${String(code)}`;
}

function readErrorDetails(error: unknown): ClientError {
  return typeof error === 'object' && error !== null ? error : { message: String(error) };
}
