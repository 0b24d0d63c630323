import { Client, credentials } from '@grpc/grpc-js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { maxAppendBytes } from '../eventstoredb-peer/ledger.js';
import { toBytes, decodeResponse, paths, findRecordedCall } from './recordings.js';
import type { DecodedMessage, RecordedStep } from './recordings.js';

const identity = (message: Buffer): Buffer => message;

export class Replay {
  readonly #client: Client;
  readonly #responses = new Map<number, Buffer[]>();
  readonly #batches = new Map<number, ClientDuplexStream<Buffer, Buffer>>();
  #arrived: () => void = () => undefined;
  #error: Error | undefined;

  /** @param translate maps a recorded position to the position on the other server */
  constructor(
    target: string,
    private readonly translate: (position: string) => string,
  ) {
    this.#client = new Client(target, credentials.createInsecure());
  }

  async run(step: RecordedStep): Promise<{ recorded: DecodedMessage[]; replayed: DecodedMessage[] }> {
    // Subscriptions come first because the append in the same step triggers their last event.
    const calls = [...step.calls].sort((a, b) => Number(isRead(b.seq)) - Number(isRead(a.seq)));
    for (const [index, { seq, req, resp }] of calls.entries()) {
      this.#send(seq, req);
      const responseCount = calls.length > 1 && index === 0 && isRead(seq) ? resp[1] - 1 : resp[1];
      await this.#waitUntil(() => (this.#responses.get(seq)?.length ?? 0) >= responseCount);
    }
    const result = { recorded: [] as DecodedMessage[], replayed: [] as DecodedMessage[] };
    for (const { seq, resp } of calls) {
      const { path, responseMessages } = findRecordedCall(seq);
      await this.#waitUntil(() => (this.#responses.get(seq)?.length ?? 0) >= resp[1]);
      const responses = this.#responses.get(seq)?.slice(...resp) ?? [];
      result.recorded.push(...responseMessages.slice(...resp).map((message) => decodeResponse(path, toBytes(message))));
      result.replayed.push(...responses.map((message) => decodeResponse(path, message)));
    }
    return result;
  }

  close(): void {
    this.#client.close();
  }

  #send(seq: number, [from, to]: [number, number]): void {
    const { path, requestMessages } = findRecordedCall(seq);
    const requests = requestMessages.slice(from, to).map((message, index) => {
      return message.truncated ? buildTooLarge(seq, from + index) : toBytes(message);
    });
    if (path === paths.read) this.#read(seq, requests[0]);
    else if (path === paths.batchAppend) for (const request of requests) this.#batch(seq).write(request);
    else if (path === paths.append) this.#append(seq, requests);
    else this.#client.makeUnaryRequest(path, identity, identity, requests[0] ?? Buffer.alloc(0), this.#callback(seq));
  }

  #read(seq: number, request: Buffer = Buffer.alloc(0)): void {
    const message = streamsPb.ReadReq.deserializeBinary(Uint8Array.from(request));
    const position = message.getOptions()?.getAll()?.getPosition();
    position?.setCommitPosition(this.translate(position.getCommitPosition()));
    position?.setPreparePosition(this.translate(position.getPreparePosition()));
    const bytesToSend = Buffer.from(message.serializeBinary());
    const call = this.#client.makeServerStreamRequest(paths.read, identity, identity, bytesToSend);
    call.on('data', (response: Buffer) => this.#keep(seq, response));
    call.on('error', (error: Error) => this.#fail(error));
  }

  #append(seq: number, requests: readonly Buffer[]): void {
    const call = this.#client.makeClientStreamRequest(paths.append, identity, identity, this.#callback(seq));
    for (const request of requests) call.write(request);
    call.end();
  }

  #batch(seq: number): ClientDuplexStream<Buffer, Buffer> {
    const openBatch = this.#batches.get(seq);
    if (openBatch) return openBatch;
    const call = this.#client.makeBidiStreamRequest(paths.batchAppend, identity, identity);
    call.on('data', (response: Buffer) => this.#keep(seq, response));
    call.on('error', (error: Error) => this.#fail(error));
    this.#batches.set(seq, call);
    return call;
  }

  #callback(seq: number): (error: Error | null, response?: Buffer) => void {
    return (error, response) => (response ? this.#keep(seq, response) : this.#fail(error ?? new Error('no response')));
  }

  #keep(seq: number, response: Buffer): void {
    this.#responses.set(seq, [...(this.#responses.get(seq) ?? []), response]);
    this.#arrived();
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#arrived();
  }

  async #waitUntil(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
  }
}

function isRead(seq: number): boolean {
  return findRecordedCall(seq).path === paths.read;
}

/** Rebuilds the one large request, which the recording truncates. */
function buildTooLarge(seq: number, index: number): Buffer {
  const { requestMessages, responseMessages } = findRecordedCall(seq);
  const request = streamsPb.BatchAppendReq.deserializeBinary(Uint8Array.from(toBytes(requestMessages[index + 1])));
  const response = streamsPb.BatchAppendResp.deserializeBinary(Uint8Array.from(toBytes(responseMessages[index])));
  request.setCorrelationId(response.getCorrelationId());
  request.getOptions()?.setStreamIdentifier(response.getStreamIdentifier());
  request.getProposedMessagesList()[0]?.setData(Buffer.alloc(maxAppendBytes + 1, 'x'));
  return Buffer.from(request.serializeBinary());
}
