import type { StoredEvent } from '@guildhall/event-store/port.js';
import { expect, test, vi } from 'vitest';
import { StoreUnavailable, type ViewStore } from '../view-store.js';
import type { PageFold } from './page-fold.js';
import { addOrFail, readPoisonEvents, recordPoison, type PoisonEvent } from './poison.js';
import { WriteFaults } from './write-faults.js';

const event: StoredEvent = {
  id: 'e1',
  type: 'ReplyPosted.v1',
  stream: 'post-20',
  revision: 0,
  position: '00000000000000000007',
  data: {},
  metadata: {},
};

function buildFailingFold(...errors: Error[]) {
  const add = vi.fn<PageFold['add']>().mockResolvedValue();
  for (const error of errors) add.mockRejectedValueOnce(error);
  return { fold: { add } as unknown as PageFold, add };
}

test.each([1, 2, 3, 10])('does not blame an event if the store is unavailable for %i calls', async (calls) => {
  const unavailable = Array.from({ length: calls }, () => new StoreUnavailable('away'));
  const { fold, add } = buildFailingFold(...unavailable);
  for (const error of unavailable) await expect(addOrFail(fold, event)).rejects.toBe(error);
  expect(await addOrFail(fold, event)).toBeNull();
  expect(add).toHaveBeenCalledTimes(calls + 1);
});

test('blames the event for any other error, without trying again', async () => {
  const cause = new TypeError('spoiled');
  const { fold, add } = buildFailingFold(cause);
  const { position, type, stream } = event;
  expect(await addOrFail(fold, event)).toMatchObject({
    poison: { position, type, stream, error: String(cause) },
    cause,
  });
  expect(add).toHaveBeenCalledTimes(1);
});

test('records the first thousand skipped events, oldest first', async () => {
  const meta = new Map<string, unknown>();
  const store = {
    getMeta: async (key: string) => meta.get(key) ?? null,
    setMeta: async (key: string, value: unknown) => void meta.set(key, value),
  } as unknown as ViewStore;
  const poisonEvents = Array.from({ length: 1_100 }, (_, n): PoisonEvent => ({
    position: String(n).padStart(20, '0'),
    type: 't',
    stream: 's',
    error: 'e',
    at: 'now',
  }));
  await recordPoison(store, poisonEvents.slice(0, 600));
  const recordedEvents = await recordPoison(store, poisonEvents.slice(600));
  expect(recordedEvents).toEqual(poisonEvents.slice(0, 1_000));
  expect(await readPoisonEvents(store)).toEqual(recordedEvents);
});

test("retries a failed page's events one by one, and blames one after three failures", () => {
  const events = [1, 2, 3].map((n) => ({ ...event, position: `0000000000000000000${n}` }));
  const [first, second, third] = events as [StoredEvent, StoredEvent, StoredEvent];
  const faults = new WriteFaults();
  faults.recordFailure([first, second], new TypeError('cannot be written'));
  expect(events.map((event) => faults.needsOwnPage(event))).toEqual([true, true, false]);
  for (const failedEvent of [first, first, second])
    faults.recordFailure([failedEvent], new TypeError('cannot be written'));
  for (let times = 0; times < 3; times++) faults.recordFailure([second], new StoreUnavailable('away'));
  expect(events.map((event) => faults.findFault(event))).toEqual([null, null, null]);
  for (let times = 0; times < 2; times++) faults.recordFailure([second], new TypeError('cannot be written'));
  expect(events.map((event) => faults.findFault(event)?.poison.position)).toEqual([
    undefined,
    second.position,
    undefined,
  ]);
  expect(faults.needsOwnPage(third)).toBe(false);
});
