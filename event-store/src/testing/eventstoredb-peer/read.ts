import { status } from '@grpc/grpc-js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { PeerCounters } from './faults.js';
import type { LedgerEvent, PeerLedger } from './ledger.js';
import { buildEventMessage, parseStreamName, buildStreamNotFoundMessage } from './messages.js';
import { fail, send, type ReadCall } from './call.js';
import { PeerSubscription } from './subscription.js';
import type { PeerState } from './peer-state.js';

/** The protocol uses one call for stream reads, `$all` reads and subscriptions. */
export async function handleRead(peer: PeerState, call: ReadCall): Promise<void> {
  call.on('error', () => undefined);
  countWhileOpen(peer.counters, call);
  if (call.request.getOptions()?.hasSubscription()) peer.counters.subscriptions += 1;
  await peer.faults.waitUntilThawed();
  const options = call.request.getOptions();
  if (call.cancelled || !options) return;
  if (peer.faults.notReady) return fail(call, status.UNAVAILABLE, 'Server Is Not Ready');
  const refusal = peer.faults.findRefusal(options.hasAll()) ?? peer.findRefusal(call.metadata);
  if (refusal) return fail(call, refusal.code ?? status.UNKNOWN, refusal.details ?? '', refusal.metadata);
  if (options.hasSubscription()) return subscribe(peer, call, options);
  peer.counters.reads += 1;
  if (options.hasStream()) peer.counters.streamReads += 1;
  peer.counters.maxReadEvents = Math.max(peer.counters.maxReadEvents, Number(options.getCount()));
  await (options.hasStream() ? readStream(peer, call, options) : readAll(peer, call, options));
}

function countWhileOpen(counters: PeerCounters, call: ReadCall): void {
  counters.openCalls += 1;
  let isOpen = true;
  const markClosed = (): void => {
    if (isOpen) counters.openCalls -= 1;
    isOpen = false;
  };
  for (const ending of ['cancelled', 'close', 'error']) call.once(ending, markClosed);
}

async function readStream(peer: PeerState, call: ReadCall, options: ReadReq.Options): Promise<void> {
  const from = options.getStream();
  const name = parseStreamName(from?.getStreamIdentifier());
  const newestPosition = peer.ledger.events[peer.replicatedCount - 1]?.position ?? 0;
  const events = peer.ledger.findStream(name)?.filter(({ position }) => position <= newestPosition);
  if (!events?.length) {
    await send(call, buildStreamNotFoundMessage(name));
  } else if (options.getReadDirection() === 0) {
    const start = from?.hasRevision() ? Number(from.getRevision()) : from?.hasEnd() ? events.length : 0;
    await sendEvents(call, events.slice(start, start + Number(options.getCount())));
  } else {
    const start = from?.hasRevision() ? Number(from.getRevision()) : from?.hasEnd() ? events.length - 1 : 0;
    await sendEvents(call, readBackwards(events, start, Number(options.getCount())));
  }
  call.end();
}

async function readAll(peer: PeerState, call: ReadCall, options: ReadReq.Options): Promise<void> {
  const { ledger } = peer;
  const events = ledger.events.slice(0, peer.replicatedCount);
  const all = options.getAll();
  const from = all?.getPosition();
  const isForwards = options.getReadDirection() === 0;
  if (from && isBetweenRecords(ledger, Number(from.getCommitPosition()))) {
    return fail(call, status.UNKNOWN, 'Unexpected FileStreamSource: position between two records');
  }
  const index = from ? ledger.findIndexFrom(Number(from.getCommitPosition())) : all?.hasEnd() ? events.length : 0;
  const count = Number(options.getCount());
  await sendEvents(call, isForwards ? events.slice(index, index + count) : readBackwards(events, index - 1, count));
  call.end();
}

function isBetweenRecords(ledger: PeerLedger, position: number): boolean {
  const eventAtPosition = ledger.events[ledger.findIndexFrom(position)];
  return position > 0 && eventAtPosition !== undefined && eventAtPosition.position !== position;
}

function readBackwards(events: readonly LedgerEvent[], start: number, count: number): LedgerEvent[] {
  return events.slice(Math.max(0, start + 1 - count), start + 1).reverse();
}

async function sendEvents(call: ReadCall, events: readonly LedgerEvent[]): Promise<void> {
  for (const event of events) if (!(await send(call, buildEventMessage(event)))) return;
}

async function subscribe(peer: PeerState, call: ReadCall, options: ReadReq.Options): Promise<void> {
  const { counters, faults, ledger } = peer;
  if (faults.silentSubscriptions > 0) {
    faults.silentSubscriptions -= 1;
    return;
  }
  const all = options.getAll();
  const from = all?.getPosition();
  const start = from
    ? ledger.findIndexFrom(Number(from.getCommitPosition()) + 1)
    : all?.hasEnd()
      ? ledger.events.length
      : 0;
  const prefixes = options.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [''];
  counters.openSubscriptions += 1;
  counters.maxConcurrentSubscriptions = Math.max(counters.maxConcurrentSubscriptions, counters.openSubscriptions);
  const subscription = new PeerSubscription(peer, call, start, prefixes);
  peer.subscriptions.add(subscription);
  await subscription.run();
  peer.subscriptions.delete(subscription);
  counters.openSubscriptions -= 1;
}
