import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { beginning, LogDamaged, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Follower } from './follower.js';

let log: MemoryLog;
let follower: Follower;
beforeEach(() => {
  log = new MemoryLog();
});
afterEach(async () => {
  await follower.stop();
  await log.close();
});

const logger = pino({ level: 'silent' });
const append = async () =>
  (await log.append(randomUUID(), [{ id: randomUUID(), type: 'A.v1', data: {}, metadata: {} }], 'no-stream')).position;

function buildSubscriptions(...firstSubscriptions: (() => AsyncIterable<StoredEvent[]>)[]) {
  const requestedPositions: Position[] = [];
  const subscribeAll: EventLog['subscribeAll'] = (position, signal) => {
    requestedPositions.push(position);
    return (firstSubscriptions.shift() ?? (() => log.subscribeAll(position, signal)))();
  };
  return { after: requestedPositions, log: { subscribeAll } as EventLog };
}

test('passes each batch to the listeners one by one, and the next batch after all have finished', async () => {
  follower = new Follower(log, beginning, logger);
  const steps: string[] = [];
  let release: () => void = () => undefined;
  follower.onEvents(async ([event]) => {
    steps.push(`first ${event?.position}`);
    await new Promise<void>((resolve) => (release = resolve));
  });
  follower.onEvents(([event]) => void steps.push(`second ${event?.position}, from ${follower.position}`));
  const firstEvent = await append();
  follower.start();
  await vi.waitFor(() => expect(steps).toEqual([`first ${firstEvent}`]));
  const secondEvent = await append();
  release();
  await vi.waitFor(() => expect(steps).toHaveLength(3));
  expect(steps.slice(1)).toEqual([`second ${firstEvent}, from ${beginning}`, `first ${secondEvent}`]);
  expect(follower.position).toBe(firstEvent);
  release();
  await vi.waitFor(() => expect(follower.position).toBe(secondEvent));
});

test('continues following the log from the last position after an error', async () => {
  const brokenSubscriptions = buildSubscriptions(async function* () {
    yield await log.readAll(beginning, 1);
    throw new Error('broken line');
  });
  const positions = [await append(), await append()];
  follower = new Follower(brokenSubscriptions.log, beginning, logger);
  const eventPositions: Position[] = [];
  follower.onEvents((events) => void eventPositions.push(...events.map(({ position }) => position)));
  follower.start();
  await vi.waitFor(() => expect(eventPositions).toEqual(positions), { timeout: 10_000 });
  expect(brokenSubscriptions.after).toEqual([beginning, positions[0]]);
});

test('reports a damaged log and stops following it', async () => {
  const damageError = new LogDamaged('at position 7');
  const damagedSubscriptions = buildSubscriptions(() => {
    throw damageError;
  });
  follower = new Follower(damagedSubscriptions.log, beginning, logger);
  follower.start();
  expect(await follower.failed).toBe(damageError);
  expect(damagedSubscriptions.after).toHaveLength(1);
});

test('waits before following the log again if a subscription ends', async () => {
  const logError = vi.spyOn(logger, 'error');
  const endedSubscriptions = buildSubscriptions(...Array.from({ length: 1_000 }, () => async function* () {}));
  follower = new Follower(endedSubscriptions.log, beginning, logger);
  follower.start();
  await vi.waitFor(() => expect(logError).toHaveBeenCalledOnce());
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(endedSubscriptions.after).toHaveLength(1);
});

test('resets the retry delay if events arrived between two outages', async () => {
  const next = vi.spyOn(RetryDelays.prototype, 'next');
  for (let n = 0; n < 3; n++) await append();
  const subscribeAll: EventLog['subscribeAll'] = async function* (position) {
    yield await log.readAll(position, 1);
    throw new Error('broken line');
  };
  follower = new Follower({ subscribeAll } as EventLog, beginning, logger);
  follower.start();
  await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(3));
  const delaysMs = next.mock.results.map(({ value }) => value as number);
  next.mockRestore();
  for (const delayMs of delaysMs) expect(delayMs).toBeLessThan(150); // The second of two consecutive delays is longer.
});
