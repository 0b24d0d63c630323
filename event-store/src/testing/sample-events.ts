import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, NewEvent, Position, StoredEvent } from '../port.js';

export function createStreamName(): string {
  return `sample-${randomUUID()}`;
}

export function buildEvent(data: unknown = { title: 'Ore prices', body: 'x'.repeat(160) }): NewEvent {
  const metadata = { actorId: '4711', commandId: randomUUID(), at: '2026-11-21T10:00:00.000Z' };
  return { id: randomUUID(), type: 'SampleTaken.v1', data, metadata };
}

export function buildEvents(count: number, firstIndex = 0): NewEvent[] {
  return Array.from({ length: count }, (_, index) => buildEvent({ index: firstIndex + index }));
}

export async function writeEvents(log: EventLog, count: number): Promise<StoredEvent[]> {
  const stream = createStreamName();
  for (let writtenCount = 0; writtenCount < count;) {
    const page = buildEvents(Math.min(100, count - writtenCount), writtenCount);
    await log.append(stream, page, writtenCount === 0 ? 'no-stream' : writtenCount - 1);
    writtenCount += page.length;
  }
  return log.readStream(stream);
}

export async function readAfter(log: EventLog, after: Position, pageSize = 500): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (;;) {
    const page = await log.readAll(events.at(-1)?.position ?? after, pageSize);
    events.push(...page);
    if (page.length < pageSize) return events;
  }
}

export async function followTo(log: EventLog, after: Position, lastId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  const stop = new AbortController();
  for await (const batch of log.subscribeAll(after, stop.signal)) {
    events.push(...batch);
    if (batch.some((event) => event.id === lastId)) stop.abort();
  }
  return events;
}

export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).then(() =>
    Promise.reject(new Error(`Not in ${ms} ms`)),
  );
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
}
