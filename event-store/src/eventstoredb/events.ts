import { START } from '@eventstore/db-client';
import type { Position as LogPosition, RecordedEvent } from '@eventstore/db-client';
import { beginning, Unavailable } from '../port.js';
import type { Position, StoredEvent } from '../port.js';

/** The server always sends equal commit and prepare positions. @throws Unavailable if it sends none */
export function toPortPosition(position: LogPosition | undefined): Position {
  if (!position) throw new Unavailable(noPosition, false);
  return position.commit.toString().padStart(beginning.length, '0');
}

const noPosition =
  'EventStoreDB returned no position: Guildhall needs version 22.10 or newer, because older versions return none when reading a stream';

export function toLogPosition(position: Position): LogPosition | typeof START {
  if (position === beginning) return START;
  const offset = BigInt(position);
  return { commit: offset, prepare: offset };
}

export function toStoredEvent(event: RecordedEvent & { position?: LogPosition }, prefix: string): StoredEvent {
  return {
    id: event.id,
    stream: event.streamId.slice(prefix.length),
    revision: Number(event.revision),
    position: toPortPosition(event.position),
    type: event.type,
    data: event.data,
    metadata: toPortMetadata((event.metadata ?? {}) as Record<string, string>),
  };
}

/** Excludes the server's own events and those of other sites. Stream names without a prefix contain no dot. */
export function isApplicationEvent(event: RecordedEvent, prefix: string): boolean {
  if (event.type.startsWith('$') || event.streamId.startsWith('$')) return false;
  return prefix === '' ? !event.streamId.includes('.') : event.streamId.startsWith(prefix);
}

/** EventStoreDB reserves these names, and its `$by_correlation_id` projection reads them. */
const reservedNames = new Map([
  ['correlationId', '$correlationId'],
  ['causationId', '$causationId'],
]);
const portNames = new Map([...reservedNames].map(([port, storedName]) => [storedName, port]));

export function toStoredMetadata(metadata: Record<string, string>): Record<string, string> {
  return renameFields(metadata, reservedNames);
}

function toPortMetadata(metadata: Record<string, string>): Record<string, string> {
  return renameFields(metadata, portNames);
}

function renameFields(metadata: Record<string, string>, newNames: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [newNames.get(name) ?? name, value]));
}
