import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { StoreUnavailable } from '../../view-store.js';

const unreachableErrors = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoNotConnectedError,
  MongoClientClosedError,
];

// These codes cover unreachable hosts, time limits, shutdowns and changes of primary. They also cover user, permission
// and password faults (11, 13, 18, 8000), which an operator can correct in the meantime.
const transientCodes = new Set([
  11, 13, 18, 8000, 6, 7, 50, 64, 89, 91, 100, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

// If a connection breaks while a command is being written, the driver passes on the socket's error.
const socketCodes = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_SOCKET_CLOSED',
]);

export function translateMongo(error: unknown): unknown {
  return isTransient(error) ? new StoreUnavailable(withoutCommand((error as Error).message), { cause: error }) : error;
}

/** Removes the command, which an authorization error quotes in full. */
const withoutCommand = (message: string): string => message.replace(/(to execute command \{\s*\w+).*/s, '$1 … }');

function isTransient(error: unknown): boolean {
  if (unreachableErrors.some((type) => error instanceof type)) return true;
  if (!(error instanceof MongoError)) return socketCodes.has(getCode(error));
  if (error instanceof MongoBulkWriteError && isTransient(error.errorResponse)) return true;
  const { name, code } = error;
  return (
    name === 'MongoWaitQueueTimeoutError' || (error instanceof MongoServerError && transientCodes.has(Number(code)))
  );
}

const getCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** A duplicate id means that the write's condition was not met. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  if (!(error instanceof MongoBulkWriteError)) return error.code === 11000;
  const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return errors.length > 0 && errors.every(({ code }) => code === 11000) && !error.result.getWriteConcernError();
}
