import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { sendUnaryData, ServerReadableStream, ServerWritableStream } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { parseStreamName } from '../eventstoredb-peer/messages.js';
import { toBytes, paths, findRecordedCall } from './recordings.js';

const calls = { appended: 3, refused: 4, stream: 5, missing: 7, allBackwards: 8, all: 9, subscription: 10 };

const refusedId = '00000000-0000-4000-8000-000000000010';

const identity = (message: Buffer): Buffer => message;
const binary = { requestSerialize: identity, requestDeserialize: identity, responseSerialize: identity, responseDeserialize: identity };

/** Starts a server that replays the bytes recorded from a real one. */
export async function startRecordedServer(): Promise<{ address: string; stop(): void }> {
  const server = new Server();
  const service = {
    append: { path: paths.append, requestStream: true, responseStream: false, ...binary },
    read: { path: paths.read, requestStream: false, responseStream: true, ...binary },
  };
  server.addService(service, { append, read });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, boundPort) =>
      error ? reject(error) : resolve(boundPort),
    );
  });
  return { address: `esdb://127.0.0.1:${port}?tls=false`, stop: () => server.forceShutdown() };
}

function append(call: ServerReadableStream<Buffer, Buffer>, callback: sendUnaryData<Buffer>): void {
  let hasRefused = false;
  call.on('data', (message: Buffer) => (hasRefused ||= message.includes(refusedId)));
  const getRecordedResponse = (): Buffer => toBytes(findRecordedCall(hasRefused ? calls.refused : calls.appended).responseMessages[0]);
  call.on('end', () => callback(null, getRecordedResponse()));
}

/** Reads of the log return the recorded events only once the subscription is open. */
let isSubscribed = false;

function read(call: ServerWritableStream<Buffer, Buffer>): void {
  const options = streamsPb.ReadReq.deserializeBinary(Uint8Array.from(call.request)).getOptions();
  const { responseMessages } = findRecordedCall(findRequestedCall(options));
  for (const message of responseMessages) call.write(toBytes(message));
  if (options?.hasSubscription()) isSubscribed = true;
  else call.end();
}

function findRequestedCall(options: ReadReq.Options | undefined): number {
  if (options?.hasSubscription()) return calls.subscription;
  if (options?.hasAll() && options.getReadDirection() === 1) return calls.allBackwards;
  if (options?.hasAll()) return isSubscribed ? calls.subscription : calls.all;
  const name = parseStreamName(options?.getStream()?.getStreamIdentifier());
  return name === 'rec-orders-1' ? calls.stream : calls.missing;
}
