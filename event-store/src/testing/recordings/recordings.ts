import { readFileSync } from 'node:fs';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

export interface Recording {
  steps: RecordedStep[];
  calls: RecordedCall[];
}

export interface RecordedStep {
  step: string;
  calls: { seq: number; req: [number, number]; resp: [number, number] }[];
  result: { ok?: unknown; error?: { type?: string } };
}

export interface RecordedCall {
  seq: number;
  path: string;
  requestMessages: { base64: string; truncated?: boolean }[];
  responseMessages: { base64: string }[];
}

export type DecodedMessage = Record<string, unknown>;

export const recording = JSON.parse(
  readFileSync(new URL('eventstoredb-23.10.8.json', import.meta.url), 'utf8'),
) as Recording;

export function findRecordedCall(seq: number): RecordedCall {
  const call = recording.calls.find((candidate) => candidate.seq === seq);
  if (!call) throw new Error(`No call ${seq} is recorded`);
  return call;
}

export function toBytes(message: { base64: string } | undefined): Buffer {
  if (!message) throw new Error('No such message is recorded');
  return Buffer.from(message.base64, 'base64');
}

export const paths = {
  features: '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
  batchAppend: '/event_store.client.streams.Streams/BatchAppend',
  append: '/event_store.client.streams.Streams/Append',
  read: '/event_store.client.streams.Streams/Read',
} as const;

interface MessageType {
  deserializeBinary(bytes: Uint8Array): { toObject(): object };
}

const responseTypes: Record<string, MessageType> = {
  [paths.features]: featuresPb.SupportedMethods,
  [paths.batchAppend]: streamsPb.BatchAppendResp,
  [paths.append]: streamsPb.AppendResp,
  [paths.read]: streamsPb.ReadResp,
};

export function decodeResponse(path: string, message: Uint8Array): DecodedMessage {
  const decodedMessage = (responseTypes[path] ?? sharedPb.Empty).deserializeBinary(Uint8Array.from(message)).toObject();
  return { ...decodedMessage };
}
