import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Position } from '@guildhall/event-store/port.js';
import { changesBetween } from '@guildhall/projections/views/changes/queries.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { ringChangeOf, type RingChange } from './ring.js';

/** More changes than this wait for the next turn. */
const pageChanges = 1_000;

/** The changes after a position, in order. */
export interface Page {
  changes: RingChange[];
  /** The changes are complete up to here. */
  upTo: Position;
}

/** At most a thousand changes, up to a position. @throws StoreUnavailable */
export async function readPage(store: ViewStore, after: Position, upTo: Position): Promise<Page> {
  const changes = (await changesBetween(store, after, upTo, pageChanges)).map(ringChangeOf);
  const cutAt = changes.length < pageChanges ? undefined : changes.at(-1)?.position;
  if (cutAt === undefined) return { changes, upTo };
  // The limit may cut the last event's changes apart: all of them are left to the next page.
  const whole = changes.filter(({ position }) => position < cutAt);
  return { changes: whole, upTo: whole.at(-1)?.position ?? after };
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
