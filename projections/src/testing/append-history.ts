import type { EventLog } from '@guildhall/event-store/port.js';
import type { History } from './random-history.js';

/** Skips events that the log already has. */
export async function appendHistory(log: EventLog, history: History): Promise<void> {
  const head = await log.readHead();
  const missingEvents = history.events.filter(({ position }) => position > head);
  const appends = missingEvents.map(({ stream, revision, id, type, data, metadata }) =>
    log.append(stream, [{ id, type, data, metadata }], revision === 0 ? 'no-stream' : revision - 1),
  );
  const positions = (await Promise.all(appends)).map(({ position }) => position);
  if (positions.some((position, i) => position !== missingEvents[i]?.position))
    throw new Error('Appended out of order');
}
