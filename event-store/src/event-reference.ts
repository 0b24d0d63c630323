import type { EventLog, Position, StoredEvent } from './port.js';

/** Identifies an event so that data derived from a log can be checked against that log. */
export interface EventReference {
  id: string;
  stream: string;
  revision: number;
  position: Position;
}

export function createEventReference({ id, stream, revision, position }: StoredEvent): EventReference {
  return { id, stream, revision, position };
}

/** Reads the event's stream because EventStoreDB rejects reads of `$all` from a position without an event. */
export async function containsEvent(log: Pick<EventLog, 'readStream'>, event: EventReference): Promise<boolean> {
  const [storedEvent] = await log.readStream(event.stream, event.revision);
  return storedEvent?.id === event.id && storedEvent.position === event.position;
}
