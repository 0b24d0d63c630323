import type { EventLog, Position, StoredEvent } from './port.js';

/** Identifies one event of a log, so that data derived from the log can be checked against it. */
export interface EventReference {
  id: string;
  stream: string;
  revision: number;
  position: Position;
}

export function referenceTo({ id, stream, revision, position }: StoredEvent): EventReference {
  return { id, stream, revision, position };
}

/**
 * Returns whether the log holds exactly this event at this position. A restored older backup does not: it ends earlier,
 * or has other events there. Reads the event from its stream, because EventStoreDB cannot read a position of `$all` at
 * which no event begins. @throws Unavailable
 */
export async function holdsEvent(log: Pick<EventLog, 'readStream'>, event: EventReference): Promise<boolean> {
  const [found] = await log.readStream(event.stream, event.revision);
  return found?.id === event.id && found.position === event.position;
}
