import { once } from 'node:events';
import { status } from '@grpc/grpc-js';
import type { Metadata, ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

export function fail(call: ReadCall, code: status, details: string, metadata?: Metadata): void {
  call.emit('error', Object.assign(new Error(details), { code, details, ...(metadata && { metadata }) }));
}

/** Resolves to false if the client has already closed the call. */
export async function send(call: ReadCall, message: ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(message)) return true;
  const controller = new AbortController();
  const { signal } = controller;
  const endings = ['drain', 'cancelled', 'close', 'error'].map((name) => once(call, name, { signal }));
  await Promise.race(endings).catch(() => undefined);
  controller.abort();
  await Promise.allSettled(endings);
  return !call.cancelled && !call.destroyed;
}
