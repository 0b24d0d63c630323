import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { AppendReq, AppendResp, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { maxAppendBytes } from './ledger.js';
import type { LedgerEvent, LedgerOutcome, PeerExpectation, ProposedEvent } from './ledger.js';

export function parseStreamName(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

function buildStreamIdentifier(name: string): StreamIdentifier {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Uint8Array.from(Buffer.from(name, 'utf8')));
  return identifier;
}

function buildUuid(id: string): UUID {
  const message = new sharedPb.UUID();
  message.setString(id);
  return message;
}

export function parseProposedEvent(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** @throws Error if the request has neither a revision nor a symbol */
export function appendExpectation(options: AppendReq.Options): PeerExpectation {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw new Error('an append without an expected revision');
}

export function appendResponse(outcome: LedgerOutcome, expected: PeerExpectation): AppendResp {
  const response = new streamsPb.AppendResp();
  if (outcome.kind === 'success') {
    const position = new streamsPb.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streamsPb.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    response.setSuccess(success);
  } else if (outcome.kind === 'wrong-version') {
    response.setWrongExpectedVersion(buildWrongVersion(outcome.current, expected));
  }
  return response;
}

/** Sets the fields for both old and new clients, like the server. */
function buildWrongVersion(current: number | undefined, expected: PeerExpectation): AppendResp.WrongExpectedVersion {
  const message = new streamsPb.AppendResp.WrongExpectedVersion();
  if (current === undefined) {
    message.setCurrentNoStream(new sharedPb.Empty());
    message.setNoStream2060(new sharedPb.Empty());
  } else {
    message.setCurrentRevision(String(current));
    message.setCurrentRevision2060(current);
  }
  if (typeof expected === 'number') {
    message.setExpectedRevision(String(expected));
    message.setExpectedRevision2060(expected);
  } else if (expected === 'no-stream') {
    message.setExpectedNoStream(new sharedPb.Empty());
  } else if (expected === 'stream-exists') {
    message.setExpectedStreamExists(new sharedPb.Empty());
    message.setStreamExists2060(new sharedPb.Empty());
  } else {
    message.setExpectedAny(new sharedPb.Empty());
    message.setAny2060(new sharedPb.Empty());
  }
  return message;
}

export function buildEventMessage(event: LedgerEvent): ReadResp {
  const recordedEvent = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  recordedEvent.setId(buildUuid(event.id));
  recordedEvent.setStreamIdentifier(buildStreamIdentifier(event.stream));
  recordedEvent.setStreamRevision(String(event.revision));
  recordedEvent.setPreparePosition(String(event.position));
  recordedEvent.setCommitPosition(String(event.position));
  recordedEvent.getMetadataMap().set('type', event.type).set('created', event.createdTicks);
  recordedEvent.getMetadataMap().set('content-type', event.contentType);
  recordedEvent.setCustomMetadata(event.metadata);
  recordedEvent.setData(event.data);
  const resolvedEvent = new streamsPb.ReadResp.ReadEvent();
  resolvedEvent.setEvent(recordedEvent);
  resolvedEvent.setCommitPosition(String(event.position));
  const message = new streamsPb.ReadResp();
  message.setEvent(resolvedEvent);
  return message;
}

export function buildConfirmationMessage(subscriptionId: string): ReadResp {
  const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(subscriptionId);
  const message = new streamsPb.ReadResp();
  message.setConfirmation(confirmation);
  return message;
}

export function buildCaughtUpMessage(): ReadResp {
  const message = new streamsPb.ReadResp();
  message.setCaughtUp(new streamsPb.ReadResp.CaughtUp());
  return message;
}

export function buildStreamNotFoundMessage(name: string): ReadResp {
  const notFound = new streamsPb.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(buildStreamIdentifier(name));
  const message = new streamsPb.ReadResp();
  message.setStreamNotFound(notFound);
  return message;
}

export function buildFeaturesMessage(): SupportedMethods {
  const service = 'event_store.client.streams.streams';
  const features = new featuresPb.SupportedMethods();
  features.setEventStoreServerVersion('23.10.8');
  for (const [name, ...featureNames] of [
    ['read', 'position', 'events'],
    ['append'],
    ['batchappend', 'deadline_duration'],
  ]) {
    const method = new featuresPb.SupportedMethod();
    method.setMethodName(name ?? '');
    method.setServiceName(service);
    method.setFeaturesList(featureNames);
    features.addMethods(method);
  }
  return features;
}

export const tooLargeTrailers = {
  exception: 'maximum-append-size-exceeded',
  'maximum-append-size': String(maxAppendBytes),
};
