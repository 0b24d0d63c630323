import { randomBytes } from 'node:crypto';
import { upcastEvent, streams } from '@guildhall/domain/events.js';
import { deriveCommandId, deriveEventId, systemActor } from '@guildhall/domain/ids.js';
import { VersionConflict, type EventLog } from '@guildhall/event-store/port.js';

/** Returns eight hex digits from the log's first event. They show whether views and positions belong to this log. */
export async function readLogIdentity(log: EventLog): Promise<string> {
  const existingId = await findLogId(log);
  if (existingId !== null) return existingId;
  const id = randomBytes(4).toString('hex');
  const commandId = deriveCommandId(systemActor, 'create-log', id);
  const metadata = {
    actorId: systemActor,
    commandId,
    correlationId: systemActor,
    causationId: commandId,
    at: new Date().toISOString(),
  };
  const creationEvent = {
    id: deriveEventId(commandId, streams.log, 0),
    type: 'LogCreated.v1',
    data: { log: id },
    metadata,
  };
  try {
    await log.append(streams.log, [creationEvent], 'no-stream');
    return id;
  } catch (error) {
    // Another process created the log first.
    if (error instanceof VersionConflict) return readLogIdentity(log);
    throw error;
  }
}

export async function findLogId(log: Pick<EventLog, 'readStream'>): Promise<string | null> {
  const [storedEvent] = await log.readStream(streams.log);
  const event = storedEvent && upcastEvent(storedEvent.type, storedEvent.data);
  return event?.type === 'LogCreated.v1' ? event.data.log : null;
}
