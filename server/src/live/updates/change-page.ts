import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Views } from '../../stores/views.js';
import { toRingChanges, type RingChange } from './ring.js';
import { groupBy } from './group-by.js';
import { addTopicsOfUploads } from './rows/removed-uploads.js';

const pageEvents = 250;

export interface Page {
  changes: RingChange[];
  upTo: Position;
}

export async function readChangePage(
  views: Pick<Views, 'findChangesBetween' | 'store'>,
  after: Position,
  upTo: Position,
): Promise<Page> {
  const events = await views.findChangesBetween(after, upTo, pageEvents);
  const last = events.length < pageEvents ? undefined : events.at(-1)?.id;
  const changes = await addTopicsOfUploads(views.store, events.flatMap(toRingChanges));
  return { changes, upTo: last ?? upTo };
}

export const groupChangesByTopic = (changes: readonly RingChange[]): Map<Topic, RingChange[]> =>
  groupBy(changes, ({ topic }) => topic);
