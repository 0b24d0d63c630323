import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Views } from '../../stores/views.js';
import { ringChangesOf, type RingChange } from './ring.js';

/** The changes of more events than this wait for the next turn. */
const pageEvents = 250;

/** The changes after a position, in order. */
export interface Page {
  changes: RingChange[];
  /** The changes are complete up to here. */
  upTo: Position;
}

/** Up to a position, or to the last event of a full page. @throws StoreUnavailable */
export async function readPage(views: Pick<Views, 'changesBetween'>, after: Position, upTo: Position): Promise<Page> {
  const events = await views.changesBetween(after, upTo, pageEvents);
  const last = events.length < pageEvents ? undefined : events.at(-1)?.id;
  return { changes: events.flatMap(ringChangesOf), upTo: last ?? upTo };
}

/** Each topic's changes, in order. */
export function changesByTopic(changes: readonly RingChange[]): Map<Topic, RingChange[]> {
  const byTopic = new Map<Topic, RingChange[]>();
  for (const line of changes) {
    const own = byTopic.get(line.topic);
    if (own) own.push(line);
    else byTopic.set(line.topic, [line]);
  }
  return byTopic;
}
