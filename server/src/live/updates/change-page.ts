import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Views } from '../../stores/views.js';
import { ringChangesOf, type RingChange } from './ring.js';
import { groupBy } from './group-by.js';

const pageEvents = 250;

export interface Page {
  changes: RingChange[];
  upTo: Position;
}

export async function readChangePage(
  views: Pick<Views, 'changesBetween'>,
  after: Position,
  upTo: Position,
): Promise<Page> {
  const events = await views.changesBetween(after, upTo, pageEvents);
  const last = events.length < pageEvents ? undefined : events.at(-1)?.id;
  return { changes: events.flatMap(ringChangesOf), upTo: last ?? upTo };
}

export const changesByTopic = (changes: readonly RingChange[]): Map<Topic, RingChange[]> =>
  groupBy(changes, ({ topic }) => topic);
