import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Position } from '@guildhall/event-store/port.js';
import { changesBetween } from '@guildhall/projections/views/changes/queries.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { lineOf, type Line } from './ring.js';

/** More lines than this wait for the next turn. */
const pageLines = 1_000;

/** The lines after a position, in order. */
export interface Page {
  lines: Line[];
  /** The lines are complete up to here. */
  upTo: Position;
}

/** At most a thousand lines, up to a position. @throws StoreUnavailable */
export async function readPage(store: ViewStore, after: Position, upTo: Position): Promise<Page> {
  const lines = (await changesBetween(store, after, upTo, pageLines)).map(lineOf);
  const cutAt = lines.length < pageLines ? undefined : lines.at(-1)?.position;
  if (cutAt === undefined) return { lines, upTo };
  // The last event's lines may be cut apart by the limit: all of them are left to the next page.
  const whole = lines.filter(({ position }) => position < cutAt);
  return { lines: whole, upTo: whole.at(-1)?.position ?? after };
}

/** Each topic's lines, in order. */
export function linesByTopic(lines: readonly Line[]): Map<Topic, Line[]> {
  const byTopic = new Map<Topic, Line[]>();
  for (const line of lines) {
    const own = byTopic.get(line.topic);
    if (own) own.push(line);
    else byTopic.set(line.topic, [line]);
  }
  return byTopic;
}
