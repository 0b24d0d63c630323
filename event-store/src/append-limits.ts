import { TooLarge, appendLimits } from './port.js';
import type { ExpectedRevision, NewEvent } from './port.js';

export interface SerializedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Must run before any write. @throws TooLarge if `appendLimits` are exceeded; RangeError for invalid arguments */
export function checkAppend(
  stream: string,
  events: readonly NewEvent[],
  expectedRevision: ExpectedRevision,
): [SerializedEvent, ...SerializedEvent[]] {
  if (!/^[^$.\0][^.\0]*$/.test(stream)) throw new RangeError(`Not a stream name: ${JSON.stringify(stream)}`);
  if (expectedRevision !== 'no-stream') checkRevision(expectedRevision);
  if (events.length > appendLimits.events) {
    throw new TooLarge(`Cannot append ${events.length} events to ${stream}: the limit is ${appendLimits.events}`);
  }
  const [firstEvent, ...otherEvents] = events.map((event) => serialize(stream, event));
  if (!firstEvent) throw new RangeError(`Cannot append to ${stream} without events`);
  const serializedEvents: [SerializedEvent, ...SerializedEvent[]] = [firstEvent, ...otherEvents];
  const total = serializedEvents.reduce((sum, event) => sum + countBytes(event), 0);
  if (total > appendLimits.totalBytes) {
    throw new TooLarge(`Cannot append ${total} bytes to ${stream}: the limit is ${appendLimits.totalBytes}`);
  }
  return serializedEvents;
}

function checkRevision(revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 0) throw new RangeError(`Not a revision: ${revision}`);
}

export function checkStreamRange(from: number, limit: number | undefined): void {
  checkRevision(from);
  if (limit !== undefined) checkLimit(limit);
}

export function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`Not a limit: ${limit}`);
}

function serialize(stream: string, event: NewEvent): SerializedEvent {
  if (!uuid.test(event.id)) throw new RangeError(`An event id must be a lower-case UUID, not ${event.id}`);
  if (event.type === '') throw new RangeError(`An event appended to ${stream} has no type`);
  for (const field in event.metadata) {
    if (typeof event.metadata[field] === 'string') continue;
    throw new RangeError(`Metadata values must be strings; ${field} of ${event.type} is not`);
  }
  const data = JSON.stringify(event.data) as string | undefined;
  if (data === undefined) throw new RangeError(`The data of ${event.type} cannot be represented as JSON`);
  const serializedEvent = { id: event.id, type: event.type, data, metadata: JSON.stringify(event.metadata) };
  const bytes = countBytes(serializedEvent);
  if (bytes > appendLimits.eventBytes) {
    throw new TooLarge(`${event.type} for ${stream} has ${bytes} bytes: the limit is ${appendLimits.eventBytes}`);
  }
  return serializedEvent;
}

function countBytes(event: SerializedEvent): number {
  return Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
}
