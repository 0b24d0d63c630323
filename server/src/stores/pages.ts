import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';

export async function* readPages<Row>(size: number, next: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ;) {
    const rows: Row[] = await next(last);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (!last || rows.length < size) return;
  }
}

export const readNewestFirst = <Row extends { order: string }>(
  next: (beforeOrder: string | null) => Promise<Row[]>,
  size: number,
): AsyncGenerator<Row[]> => readPages<Row>(size, (last) => next(last?.order ?? null));

export const readLogPages = (
  log: Pick<EventLog, 'readAll'>,
  after: Position,
  size: number,
): AsyncGenerator<StoredEvent[]> => readPages<StoredEvent>(size, (last) => log.readAll(last?.position ?? after, size));

export const readStreamPages = (
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  from: number,
  size: number,
): AsyncGenerator<StoredEvent[]> =>
  readPages<StoredEvent>(size, (last) => log.readStream(stream, last ? last.revision + 1 : from, size));
