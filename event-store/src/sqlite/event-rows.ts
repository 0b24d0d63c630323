import { fromPosition, toPosition } from '../dense-position.js';
import type { Position, StoredEvent } from '../port.js';

export type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  checksum: number | null,
];

/** Events in a row as one JSON text: cheap to send to another thread, which parses it. */
export interface EventsText {
  after: Position;
  last: Position;
  text: string;
}

type Parsed = [stream: string, revision: number, id: string, type: string, data: unknown, metadata: unknown];

/** Of rows without a gap, whose data and metadata are JSON. */
export function textOfRows(after: Position, rows: readonly EventRow[]): EventsText {
  const texts = rows.map(([, stream, revision, id, type, data, metadata]) => {
    const scalars = JSON.stringify([stream, revision, id, type]).slice(1, -1);
    return `[${scalars},${data},${metadata}]`;
  });
  return { after, last: toPosition(fromPosition(after) + rows.length), text: `[${texts.join()}]` };
}

export function eventsInText({ after, text }: EventsText): StoredEvent[] {
  let position = fromPosition(after);
  return (JSON.parse(text) as Parsed[]).map(([stream, revision, id, type, data, metadata]) => ({
    id,
    stream,
    revision,
    position: toPosition(++position),
    type,
    data,
    metadata: metadata as Record<string, string>,
  }));
}
