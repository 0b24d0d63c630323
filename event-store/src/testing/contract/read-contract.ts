import { describe, expect, it } from 'vitest';
import { beginning } from '../../port.js';
import type { OpenedLog } from './opened-log.js';
import { buildEvent, buildEvents, createStreamName, readAfter, writeEvents } from '../sample-events.js';

export function testReads(getOpenedLog: () => OpenedLog): void {
  describe('reading events', () => {
    it('reads a stream from the specified revision', async () => {
      const { log } = getOpenedLog();
      const [{ stream } = { stream: '' }] = await writeEvents(log, 7);
      const listRevisions = async (from?: number) =>
        (await log.readStream(stream, from)).map((event) => event.revision);
      expect(await listRevisions()).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(await listRevisions(4)).toEqual([4, 5, 6]);
      expect(await listRevisions(6)).toEqual([6]);
      expect(await listRevisions(7)).toEqual([]);
      expect(await log.readStream(createStreamName())).toEqual([]);
      expect(await log.readStream(createStreamName(), 3)).toEqual([]);
    });

    it('reads at most the requested number of events from a stream', async () => {
      const { log } = getOpenedLog();
      const stored = await writeEvents(log, 1230);
      const stream = stored[0]?.stream ?? '';
      for (const [from, limit] of [
        [0, 1],
        [3, 4],
        [5, 1000],
        [100, 1100],
        [1229, 2],
        [1230, 1],
      ] as const)
        expect(await log.readStream(stream, from, limit)).toEqual(stored.slice(from, from + limit));
      await expect(log.readStream(stream, 0, 0)).rejects.toBeInstanceOf(RangeError);
    });

    it('reads a long stream completely', async () => {
      const { log } = getOpenedLog();
      const stored = await writeEvents(log, 1230);
      expect(stored.map((event) => event.data)).toEqual(stored.map((_, index) => ({ index })));
      expect(stored).toHaveLength(1230);
      expect(await log.readStream(stored[0]?.stream ?? '', 1001)).toEqual(stored.slice(1001));
      expect(await log.readStream(stored[0]?.stream ?? '', 100)).toEqual(stored.slice(100));
    });

    it('returns every field exactly as written', async () => {
      const { log } = getOpenedLog();
      const stream = createStreamName();
      const events = unusualData.map((data) => ({
        ...buildEvent(data),
        metadata: { at: '', 'odd "key" ☂': '\u0000\u2028' },
      }));
      await log.append(stream, events, 'no-stream');
      const stored = await log.readStream(stream);
      expect(stored.map(({ position, ...event }) => (position.length > 0 ? event : {}))).toEqual(
        events.map((event, revision) => ({ ...event, stream, revision })),
      );
    });

    it('reads the entire log in order with any page size', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      const streams = [createStreamName(), createStreamName(), createStreamName()];
      const ids: string[] = [];
      for (const size of [1, 2, 4]) {
        for (const stream of streams) {
          const events = buildEvents(size);
          await log.append(stream, events, size === 1 ? 'no-stream' : size - 2);
          ids.push(...events.map((event) => event.id));
        }
      }
      for (let size = 1; size <= ids.length + 1; size += 1) {
        const events = await readAfter(log, start, size);
        expect(events.map((event) => event.id)).toEqual(ids);
      }
    });

    it('returns full pages of events until the end of the log', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      const stored = await writeEvents(log, 1300);
      expect(await log.readAll(start, 1)).toEqual(stored.slice(0, 1));
      expect(await log.readAll(start, 1299)).toEqual(stored.slice(0, 1299));
      expect(await log.readAll(start, 5000)).toEqual(stored);
    });

    it('reading continues after any position, excluding the event at that position', async () => {
      const { log } = getOpenedLog();
      const stored = [...(await writeEvents(log, 5)), ...(await writeEvents(log, 4)), ...(await writeEvents(log, 1))];
      for (const [index, { position }] of stored.entries()) {
        expect(await log.readAll(position, 100)).toEqual(stored.slice(index + 1));
      }
    });

    it('assigns increasing positions of equal length', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      await writeEvents(log, 12);
      await writeEvents(log, 3);
      const positions = [beginning, ...(await readAfter(log, start)).map((event) => event.position)];
      expect(positions).toHaveLength(16);
      expect(new Set(positions.map((position) => position.length)).size).toBe(1);
      expect(positions).toEqual([...new Set(positions)].sort());
    });

    it('reads the log from its first event', async () => {
      const { log } = getOpenedLog();
      await writeEvents(log, 3);
      const [firstEvent] = await log.readAll(beginning, 1);
      const all = await readAfter(log, beginning, 1000);
      expect(firstEvent).toEqual(all[0]);
      expect(all.at(-1)?.position).toBe(await log.readHead());
    });

    it('the head of the log is the position of its last event', async () => {
      const { log } = getOpenedLog();
      const { position } = await log.append(createStreamName(), buildEvents(3), 'no-stream');
      expect(await log.readHead()).toBe(position);
      expect(await log.readAll(position, 10)).toEqual([]);
    });

    it('rejects an empty page size or a negative revision as a programming error', async () => {
      const { log } = getOpenedLog();
      await expect(log.readAll(beginning, 0)).rejects.toBeInstanceOf(RangeError);
      await expect(log.readStream(createStreamName(), -1)).rejects.toBeInstanceOf(RangeError);
    });

    it('finds every event after a restart and continues reading from there', async () => {
      const { log, reopen } = getOpenedLog();
      const start = await log.readHead();
      const stored = [...(await writeEvents(log, 120)), ...(await writeEvents(log, 2))];
      const head = await log.readHead();
      const reopenedLog = await reopen();
      expect(await readAfter(reopenedLog, start)).toEqual(stored);
      expect(await reopenedLog.readHead()).toBe(head);
      const stream = stored[0]?.stream ?? '';
      await expect(reopenedLog.append(stream, buildEvents(1), 118)).rejects.toMatchObject({ actual: 119 });
      const next = await reopenedLog.append(stream, buildEvents(1), 119);
      expect(next.revision).toBe(120);
      expect(next.position > head).toBe(true);
    });
  });
}

const unusualData: unknown[] = [
  {},
  [],
  [[[null]]],
  null,
  '',
  'Grüße, 世界, עולם, 👩‍👩‍👧, e\u0301',
  { lone: '\ud800', reversed: '\udc00\ud800', nul: 'a\u0000b', separators: '\u2028\u2029', bom: '\ufeffx' },
  { quote: '"\\\'', lines: 'a\r\nb\tc', html: '</script><!--', sql: "'); DROP TABLE events; --" },
  { constructor: 1, toString: 2, '': 3, $id: 4, 'a.b': 5, _id: 6 },
  { large: Number.MAX_SAFE_INTEGER, small: 5e-324, negative: -1.5, wide: 1e300, yes: true, no: false, none: null },
];
