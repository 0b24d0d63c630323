import { setTimeout as sleep } from 'node:timers/promises';
import { Metadata, status } from '@grpc/grpc-js';
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendFault } from './faults.js';
import type { ProposedEvent } from './ledger.js';
import {
  appendResponse,
  appendExpectation,
  parseProposedEvent,
  parseStreamName,
  tooLargeTrailers,
} from './messages.js';
import type { PeerState } from './peer-state.js';

type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

/** Receives the options first, then the events, and sends one response. */
export function handleAppend(peer: PeerState, call: AppendCall, callback: sendUnaryData<AppendResp>): void {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  call.on('data', (request: AppendReq) => {
    const message = request.getProposedMessage();
    if (message) events.push(parseProposedEvent(message));
    else options = request.getOptions();
  });
  call.on('end', () => {
    if (options) void settle(peer, call, options, events, callback);
  });
}

async function settle(
  peer: PeerState,
  call: AppendCall,
  options: AppendReq.Options,
  events: readonly ProposedEvent[],
  callback: sendUnaryData<AppendResp>,
): Promise<void> {
  const { counters, faults } = peer;
  counters.appends += 1;
  counters.appendsAtOnce += 1;
  counters.maxConcurrentAppends = Math.max(counters.maxConcurrentAppends, counters.appendsAtOnce);
  await faults.waitUntilThawed();
  const fault = faults.appends.shift();
  if (fault?.kind === 'late') await sleep(fault.ms);
  else await peer.waitForWork();
  counters.appendsAtOnce -= 1;
  if (call.cancelled || fault?.kind === 'hang') return;
  const refusal = peer.faults.findRefusal(false) ?? peer.findRefusal(call.metadata);
  if (refusal) return callback(refusal);
  if (faults.notReady) return callback({ code: status.UNAVAILABLE, details: 'Server Is Not Ready' });
  write(peer, options, events, callback, fault);
}

function write(
  peer: PeerState,
  options: AppendReq.Options,
  events: readonly ProposedEvent[],
  callback: sendUnaryData<AppendResp>,
  fault: AppendFault | undefined,
): void {
  const expected = appendExpectation(options);
  const outcome = peer.ledger.append(parseStreamName(options.getStreamIdentifier()), events, expected);
  if (fault?.kind === 'write-then-hang') return;
  if (fault?.kind === 'write-then-cut') return void peer.restart();
  if (fault?.kind === 'empty-answer') return callback(null, new streamsPb.AppendResp());
  if (outcome.kind !== 'too-large') return callback(null, appendResponse(outcome, expected));
  const metadata = Metadata.fromHttp2Headers(tooLargeTrailers);
  callback({ code: status.INVALID_ARGUMENT, details: 'Maximum Append Size Exceeded.', metadata });
}
