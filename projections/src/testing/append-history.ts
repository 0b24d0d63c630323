import type { EventLog } from '@guildhall/event-store/port.js';
import type { History } from './random-history.js';

/** Appends the events of a history that the log does not have yet: their positions there are those of the history. */
export async function appendHistory(log: EventLog, history: History): Promise<void> {
  const head = await log.head();
  for (const { position, stream, revision, id, type, data, metadata } of history.events) {
    if (position <= head) continue;
    const appended = await log.append(
      stream,
      [{ id, type, data, metadata }],
      revision === 0 ? 'no-stream' : revision - 1,
    );
    if (appended.position !== position) throw new Error(`Appended at ${appended.position}, expected ${position}`);
  }
}
