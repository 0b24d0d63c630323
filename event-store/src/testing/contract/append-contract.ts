import { describe, expect, it } from 'vitest';
import { TooLarge, VersionConflict, appendLimits } from '../../port.js';
import type { ExpectedRevision, NewEvent } from '../../port.js';
import type { OpenedLog } from './opened-log.js';
import { buildEvent, buildEvents, createStreamName, readAfter } from '../sample-events.js';

export function testAppends(getOpenedLog: () => OpenedLog): void {
  describe('appending events', () => {
    it('an append returns the revision and position of the last event written', async () => {
      const { log } = getOpenedLog();
      const stream = createStreamName();
      const firstAppend = await log.append(stream, buildEvents(1), 'no-stream');
      const second = await log.append(stream, buildEvents(3), 0);
      const stored = await log.readStream(stream);
      expect([firstAppend.revision, second.revision]).toEqual([0, 3]);
      expect([firstAppend.position, second.position]).toEqual([stored[0]?.position, stored[3]?.position]);
      expect(second.position > firstAppend.position).toBe(true);
    });

    it.each<[string, number, ExpectedRevision, ExpectedRevision]>([
      ['a revision of a stream that does not exist', 0, 0, 'no-stream'],
      ['no stream if the stream exists', 2, 'no-stream', 1],
      ['a revision before the latest', 3, 1, 2],
      ['a revision after the latest', 3, 3, 2],
    ])(
      'an append expecting %s fails, reports the actual revision and writes nothing',
      async (_, length, expectedRevision, actual) => {
        const { log } = getOpenedLog();
        const stream = createStreamName();
        if (length > 0) await log.append(stream, buildEvents(length), 'no-stream');
        const head = await log.readHead();
        const append = log.append(stream, buildEvents(2), expectedRevision);
        const refusal: unknown = await append.catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(VersionConflict);
        expect(refusal).toMatchObject({ stream, expectedRevision, actual });
        expect(await log.readStream(stream)).toHaveLength(length);
        expect(await log.readHead()).toBe(head);
      },
    );

    it('isolates streams from each other', async () => {
      const { log } = getOpenedLog();
      const streams = [createStreamName(), createStreamName()] as const;
      await log.append(streams[0], buildEvents(3), 'no-stream');
      await expect(log.append(streams[1], buildEvents(1), 2)).rejects.toMatchObject({ actual: 'no-stream' });
      expect(await log.append(streams[1], buildEvents(1), 'no-stream')).toMatchObject({ revision: 0 });
    });

    it('accepts an event of the maximum size and rejects one byte more', async () => {
      const { log } = getOpenedLog();
      const stream = createStreamName();
      const maxEventBytes = createEventOfSize(appendLimits.eventBytes);
      await log.append(stream, [maxEventBytes], 'no-stream');
      expect((await log.readStream(stream))[0]).toMatchObject({ id: maxEventBytes.id, data: maxEventBytes.data });
      await expectTooLarge(stream, [buildEvent(), createEventOfSize(appendLimits.eventBytes + 1)], 0);
    });

    it("measures an event's size in bytes, including its metadata", async () => {
      const wideEvent = buildEvent({ body: '€'.repeat(appendLimits.eventBytes / 3) });
      await expectTooLarge(createStreamName(), [wideEvent], 'no-stream');
      const annotatedEvent = { ...buildEvent({}), metadata: { note: 'x'.repeat(appendLimits.eventBytes) } };
      await expectTooLarge(createStreamName(), [annotatedEvent], 'no-stream');
    });

    it('an append accepts the maximum number of events and rejects one more', async () => {
      const { log } = getOpenedLog();
      const stream = createStreamName();
      await log.append(stream, buildEvents(appendLimits.events), 'no-stream');
      expect(await log.readStream(stream)).toHaveLength(appendLimits.events);
      await expectTooLarge(stream, buildEvents(appendLimits.events + 1), appendLimits.events - 1);
    });

    it('an append accepts events up to the total size limit and rejects more', async () => {
      const { log } = getOpenedLog();
      const parts = [1, 2, 3, 4].map(() => createEventOfSize(appendLimits.totalBytes / 4));
      await log.append(createStreamName(), parts, 'no-stream');
      await expectTooLarge(
        createStreamName(),
        [...parts.slice(1), createEventOfSize(appendLimits.totalBytes / 4 + 1)],
        'no-stream',
      );
    });

    it.each<[string, string | undefined, NewEvent[], ExpectedRevision]>([
      ['without events', undefined, [], 'no-stream'],
      ['to a system stream', '$settings', buildEvents(1), 'no-stream'],
      ['at a negative revision', undefined, buildEvents(1), -1],
      ['of an event with an invalid UUID', undefined, [{ ...buildEvent(), id: 'one' }], 'no-stream'],
      ['of data that cannot be represented as JSON', undefined, [{ ...buildEvent(), data: undefined }], 'no-stream'],
    ])('rejects an append %s as a programming error', async (_, name, events, expectedRevision) => {
      const { log } = getOpenedLog();
      const head = await log.readHead();
      const append = log.append(name ?? createStreamName(), events, expectedRevision);
      await expect(append).rejects.toBeInstanceOf(RangeError);
      expect(await log.readHead()).toBe(head);
    });

    it('closing the log stores pending appends first', async () => {
      const { log, reopen } = getOpenedLog();
      const streams = [createStreamName(), createStreamName(), createStreamName()];
      const pending = Promise.all(streams.map((stream) => log.append(stream, buildEvents(2), 'no-stream')));
      await log.close();
      const responses = await pending;
      const reopenedLog = await reopen();
      const stored = await Promise.all(streams.map((stream) => reopenedLog.readStream(stream)));
      expect(stored.map((events) => events.at(-1)?.position)).toEqual(responses.map((response) => response.position));
    });

    async function expectTooLarge(
      stream: string,
      events: NewEvent[],
      expectedRevision: ExpectedRevision,
    ): Promise<void> {
      const { log } = getOpenedLog();
      const head = await log.readHead();
      await expect(log.append(stream, events, expectedRevision)).rejects.toBeInstanceOf(TooLarge);
      expect(await readAfter(log, head)).toEqual([]);
    }
  });
}

function createEventOfSize(bytes: number): NewEvent {
  const metadata = { note: 'é' };
  const overheadBytes = Buffer.byteLength(JSON.stringify({ body: '' })) + Buffer.byteLength(JSON.stringify(metadata));
  return { ...buildEvent({ body: 'x'.repeat(bytes - overheadBytes) }), metadata };
}
