import { describe, expect, it } from 'vitest';
import { VersionConflict } from '../../port.js';
import type { AppendedPosition, ExpectedRevision, NewEvent } from '../../port.js';
import type { OpenedLog } from './opened-log.js';
import { buildEvent, buildEvents, createStreamName } from '../sample-events.js';

export function testIdempotency(getOpenedLog: () => OpenedLog): void {
  describe('repeating an append', () => {
    it('a repeated append returns the first result and writes nothing', async () => {
      const { log } = getOpenedLog();
      const [firstEvents, moreEvents] = [buildEvents(2), buildEvents(3)];
      const stream = createStreamName();
      const firstResult = await log.append(stream, firstEvents, 'no-stream');
      await expectRepeat(stream, firstEvents, 'no-stream', firstResult);
      const second = await log.append(stream, moreEvents, 1);
      await expectRepeat(stream, moreEvents, 1, second);
    });

    it('a repeated append returns the first result even after other appends to the stream', async () => {
      const { log } = getOpenedLog();
      const events = buildEvents(2);
      const stream = createStreamName();
      const firstResult = await log.append(stream, events, 'no-stream');
      await log.append(stream, buildEvents(3), 1);
      await expectRepeat(stream, events, 'no-stream', firstResult);
    });

    it('a repeated append returns the first result even after a restart', async () => {
      const { log, reopen } = getOpenedLog();
      const events = buildEvents(2);
      const stream = createStreamName();
      const firstResult = await log.append(stream, events, 'no-stream');
      await log.append(stream, buildEvents(1), 1);
      const reopenedLog = await reopen();
      const head = await reopenedLog.readHead();
      expect(await reopenedLog.append(stream, events, 'no-stream')).toEqual(firstResult);
      expect(await reopenedLog.readHead()).toBe(head);
    });

    it('stores identical concurrent appends only once', async () => {
      const { log } = getOpenedLog();
      const events = buildEvents(3);
      const stream = createStreamName();
      const responses = await Promise.all(Array.from({ length: 10 }, () => log.append(stream, events, 'no-stream')));
      expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
      expect((await log.readStream(stream)).map((event) => event.id)).toEqual(events.map((event) => event.id));
    });

    it('repeating only the first events of an append succeeds with their result', async () => {
      const { log } = getOpenedLog();
      const [a, b, c] = [buildEvent(), buildEvent(), buildEvent()];
      const stream = createStreamName();
      await log.append(stream, [a, b, c], 'no-stream');
      const stored = await log.readStream(stream);
      await expectRepeat(stream, [a, b], 'no-stream', { revision: 1, position: stored[1]?.position ?? '' });
    });

    it('a repeated append does not replace the data of the first', async () => {
      const { log } = getOpenedLog();
      const event = buildEvent({ price: 12 });
      const stream = createStreamName();
      const firstResult = await log.append(stream, [event], 'no-stream');
      await expectRepeat(stream, [{ ...event, data: { price: 13 } }], 'no-stream', firstResult);
      expect((await log.readStream(stream))[0]?.data).toEqual({ price: 12 });
    });

    it.each<[string, (a: NewEvent, b: NewEvent) => NewEvent[]]>([
      ['in another order', (a, b) => [b, a]],
      ['with an additional event', (a, b) => [a, b, buildEvent()]],
      ['with another event first', (a, b) => [buildEvent(), a, b]],
      ['without the first event', (_, b) => [b]],
      ['with another id', () => [buildEvent()]],
    ])('rejects a repeated append %s as a conflict', async (_, change) => {
      const { log } = getOpenedLog();
      const [a, b] = [buildEvent(), buildEvent()];
      const stream = createStreamName();
      await log.append(stream, [a, b], 'no-stream');
      const repeat = log.append(stream, change(a, b), 'no-stream');
      await expect(repeat).rejects.toBeInstanceOf(VersionConflict);
      await expect(repeat).rejects.toMatchObject({ actual: 1 });
      expect((await log.readStream(stream)).map((event) => event.id)).toEqual([a.id, b.id]);
    });

    it('the same events in another stream are a separate append', async () => {
      const { log } = getOpenedLog();
      const events = buildEvents(2);
      const streams = [createStreamName(), createStreamName()] as const;
      await log.append(streams[0], events, 'no-stream');
      await log.append(streams[1], events, 'no-stream');
      expect(await log.readStream(streams[1])).toHaveLength(2);
    });

    async function expectRepeat(
      stream: string,
      events: NewEvent[],
      expectedRevision: ExpectedRevision,
      response: AppendedPosition,
    ): Promise<void> {
      const { log } = getOpenedLog();
      const contentsBefore = [await log.readStream(stream), await log.readHead()];
      expect(await log.append(stream, events, expectedRevision)).toEqual(response);
      expect([await log.readStream(stream), await log.readHead()]).toEqual(contentsBefore);
    }
  });
}
