import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import { maxAppendBytes } from './ledger.js';
import type { LedgerOutcome, PeerExpectation } from './ledger.js';
import { parseProposedEvent, parseStreamName } from './messages.js';
import type { PeerState } from './peer-state.js';

/** Handles the long-lived stream that carries all of a client's appends. The adapter avoids using it. */
export function handleBatchAppend(peer: PeerState, call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
  peer.counters.batchStreams += 1;
  call.on('data', (request: BatchAppendReq) => void respondToBatch(peer, call, request));
  call.on('end', () => call.end());
  call.on('error', () => undefined);
}

async function respondToBatch(
  peer: PeerState,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  request: BatchAppendReq,
): Promise<void> {
  await peer.faults.waitUntilThawed();
  const fault = peer.faults.appends.shift();
  if (fault?.kind === 'late') await sleep(fault.ms);
  if (call.cancelled || fault?.kind === 'hang') return;
  const options = request.getOptions();
  if (!options) return;
  const response = new streamsPb.BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(options.getStreamIdentifier());
  if (peer.faults.notReady) {
    response.setError(
      buildFailure(14, 'Server Is Not Ready', 'BadRequest', new sharedPb.BadRequest().serializeBinary()),
    );
  } else {
    const expected = parseExpectation(options);
    const events = request.getProposedMessagesList().map(parseProposedEvent);
    const outcome = peer.ledger.append(parseStreamName(options.getStreamIdentifier()), events, expected);
    if (fault?.kind === 'write-then-hang') return;
    if (fault?.kind === 'write-then-cut') return peer.restart();
    fill(response, outcome, expected);
  }
  call.write(response);
}

function fill(response: BatchAppendResp, outcome: LedgerOutcome, expected: PeerExpectation): void {
  if (outcome.kind === 'success') {
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streamsPb.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    response.setSuccess(success);
  } else if (outcome.kind === 'too-large') {
    const details = new sharedPb.MaximumAppendSizeExceeded();
    details.setMaxappendsize(maxAppendBytes);
    const name = 'MaximumAppendSizeExceeded';
    response.setError(buildFailure(3, name, name, details.serializeBinary()));
  } else {
    const details = buildWrongVersion(outcome.current, expected);
    response.setError(buildFailure(6, 'WrongExpectedVersion', 'WrongExpectedVersion', details));
  }
}

function buildWrongVersion(current: number | undefined, expected: PeerExpectation): Uint8Array {
  const details = new sharedPb.WrongExpectedVersion();
  if (current === undefined) details.setCurrentNoStream(new emptyPb.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (typeof expected === 'number') details.setExpectedStreamPosition(String(expected));
  else if (expected === 'no-stream') details.setExpectedNoStream(new emptyPb.Empty());
  else if (expected === 'stream-exists') details.setExpectedStreamExists(new emptyPb.Empty());
  else details.setExpectedAny(new emptyPb.Empty());
  return details.serializeBinary();
}

function buildFailure(code: Status.AsObject['code'], message: string, type: string, details: Uint8Array): Status {
  const packedStatus = new anyPb.Any();
  packedStatus.pack(details, `event_store.client.${type}`, 'type.googleapis.com/');
  const status = new statusPb.Status();
  status.setCode(code);
  status.setMessage(message);
  status.setDetails(packedStatus);
  return status;
}

function parseExpectation(options: BatchAppendReq.Options): PeerExpectation {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : 'any';
}
