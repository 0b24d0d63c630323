import { START } from '@eventstore/db-client';
import type { Position as LogPosition, RecordedEvent } from '@eventstore/db-client';
import { beginning, Unavailable } from '../port.js';
import type { Position, StoredEvent } from '../port.js';

/**
 * The port's position: the commit position, which the server keeps equal to the prepare position.
 * @throws Unavailable on a server that is too old to send one
 */
export function portPosition(position: LogPosition | undefined): Position {
  if (!position) throw new Unavailable(noPosition, false);
  return position.commit.toString().padStart(beginning.length, '0');
}

const noPosition =
  'EventStoreDB gave no position: Guildhall needs version 22.10 or newer, older ones give none for streams';

export function logPosition(position: Position): LogPosition | typeof START {
  if (position === beginning) return START;
  const offset = BigInt(position);
  return { commit: offset, prepare: offset };
}

export function storedEvent(event: RecordedEvent & { position?: LogPosition }): StoredEvent {
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: portPosition(event.position),
    type: event.type,
    data: event.data,
    metadata: (event.metadata ?? {}) as Record<string, string>,
  };
}

/** The server's own events, and those of its projections, are among Guildhall's. */
export function isApplicationEvent(event: RecordedEvent): boolean {
  return !event.type.startsWith('$') && !event.streamId.startsWith('$');
}
