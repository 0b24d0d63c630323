import { describe, expect, it } from 'vitest';
import { VersionConflict } from '../../port.js';
import type { EventLog, Position, StoredEvent } from '../../port.js';
import type { OpenedLog } from './opened-log.js';
import { followTo, buildEvent, buildEvents, createStreamName, readAfter } from '../sample-events.js';

export function testWriters(getOpenedLog: () => OpenedLog): void {
  describe('concurrent writers', () => {
    it('exactly one writer wins each revision of a stream', async () => {
      const { log } = getOpenedLog();
      const stream = createStreamName();
      const winners: string[] = [];
      for (let round = 0; round < 10; round += 1) {
        const events = buildEvents(16);
        const expectedRevision = round === 0 ? 'no-stream' : round - 1;
        const results = await Promise.allSettled(events.map((event) => log.append(stream, [event], expectedRevision)));
        const winnerIndexes = results.flatMap((result, index) =>
          result.status === 'fulfilled' ? [events[index]?.id ?? ''] : [],
        );
        const conflicts = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
        expect(winnerIndexes).toHaveLength(1);
        winners.push(...winnerIndexes);
        for (const refusal of conflicts) {
          expect(refusal).toBeInstanceOf(VersionConflict);
          expect(refusal).toMatchObject({ expectedRevision, actual: round });
        }
      }
      expect((await log.readStream(stream)).map((event) => event.id)).toEqual(winners);
    });

    it('every writer to a shared stream succeeds by reloading after a conflict', async () => {
      const { log } = getOpenedLog();
      const stream = createStreamName();
      const revisions = await Promise.all(Array.from({ length: 8 }, () => appendWithRetries(log, stream, 10)));
      const stored = await log.readStream(stream);
      expect(stored.map((event) => event.revision)).toEqual(Array.from({ length: 80 }, (_, index) => index));
      const acknowledgedEvents = new Map(revisions.flat());
      expect(stored.map((event) => [event.id, event.revision])).toEqual(
        stored.map(({ id }) => [id, acknowledgedEvents.get(id)]),
      );
    });

    it('events become visible in order, so a reader never misses one', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      const stopController = new AbortController();
      const reader = readWhile(log, start, stopController.signal);
      const lastEvent = buildEvent();
      const follower = followTo(log, start, lastEvent.id);

      const writtenEvents = (await Promise.all(Array.from({ length: 24 }, (_, writer) => writeTo(log, writer)))).flat();
      await log.append(createStreamName(), [lastEvent], 'no-stream');
      stopController.abort();

      const all = await readAfter(log, start);
      expect(await reader).toEqual(all);
      expect(await follower).toEqual(all);
      expect(all).toHaveLength(writtenEvents.length + 1);
      expect(
        all
          .slice(0, -1)
          .map((event) => event.id)
          .sort(),
      ).toEqual(writtenEvents.sort());
      const positions = all.map((event) => event.position);
      expect(positions).toEqual([...new Set(positions)].sort());
    });

    it('stores the events of one append contiguously', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      const appends = Array.from({ length: 30 }, () => buildEvents(3));
      await Promise.all(appends.map((events) => log.append(createStreamName(), events, 'no-stream')));
      const ids = (await readAfter(log, start)).map((event) => event.id);
      for (const events of appends) {
        const at = ids.indexOf(events[0]?.id ?? '');
        expect(ids.slice(at, at + 3)).toEqual(events.map((event) => event.id));
      }
    });

    it('writers can read their own acknowledged events', async () => {
      const { log } = getOpenedLog();
      const write = async () => {
        const { position } = await log.append(createStreamName(), buildEvents(1), 'no-stream');
        return (await log.readHead()) >= position;
      };
      const receivedEvents = await Promise.all(Array.from({ length: 40 }, write));
      expect(receivedEvents).toEqual(receivedEvents.map(() => true));
    });
  });
}

/** Retries after conflicts with other writers. */
async function appendWithRetries(log: EventLog, stream: string, count: number): Promise<[string, number][]> {
  const appendedEvents: [string, number][] = [];
  while (appendedEvents.length < count) {
    const event = buildEvent();
    const expectedRevision = (await log.readStream(stream)).at(-1)?.revision ?? 'no-stream';
    try {
      appendedEvents.push([event.id, (await log.append(stream, [event], expectedRevision)).revision]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  return appendedEvents;
}

async function writeTo(log: EventLog, writer: number): Promise<string[]> {
  const stream = createStreamName();
  const ids: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const events = buildEvents(1 + ((writer + turn) % 3));
    await log.append(stream, events, ids.length === 0 ? 'no-stream' : ids.length - 1);
    ids.push(...events.map((event) => event.id));
  }
  return ids;
}

async function readWhile(log: EventLog, start: Position, stopSignal: AbortSignal): Promise<StoredEvent[]> {
  const receivedEvents: StoredEvent[] = [];
  for (;;) {
    const isFinished = stopSignal.aborted;
    const page = await log.readAll(receivedEvents.at(-1)?.position ?? start, 7);
    receivedEvents.push(...page);
    if (isFinished && page.length === 0) return receivedEvents;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
