import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { beginning, LogDamaged, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
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

function subscriptions(...first: (() => AsyncIterable<StoredEvent[]>)[]) {
  const after: Position[] = [];
  const subscribeAll: EventLog['subscribeAll'] = (position, signal) => {
    after.push(position);
    return (first.shift() ?? (() => log.subscribeAll(position, signal)))();
  };
  return { after, log: { subscribeAll } as EventLog };
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
  const one = await append();
  follower.start();
  await vi.waitFor(() => expect(steps).toEqual([`first ${one}`]));
  const two = await append();
  release();
  await vi.waitFor(() => expect(steps).toHaveLength(3));
  expect(steps.slice(1)).toEqual([`second ${one}, from ${beginning}`, `first ${two}`]);
  expect(follower.position).toBe(one);
  release();
  await vi.waitFor(() => expect(follower.position).toBe(two));
});

test('continues following the log from the last position after an error', async () => {
  const broken = subscriptions(async function* () {
    yield await log.readAll(beginning, 1);
    throw new Error('broken line');
  });
  const positions = [await append(), await append()];
  follower = new Follower(broken.log, beginning, logger);
  const eventPositions: Position[] = [];
  follower.onEvents((events) => void eventPositions.push(...events.map(({ position }) => position)));
  follower.start();
  await vi.waitFor(() => expect(eventPositions).toEqual(positions), { timeout: 10_000 });
  expect(broken.after).toEqual([beginning, positions[0]]);
});

test('reports a damaged log and stops following it', async () => {
  const damage = new LogDamaged('at position 7');
  const damaged = subscriptions(() => {
    throw damage;
  });
  follower = new Follower(damaged.log, beginning, logger);
  follower.start();
  expect(await follower.failed).toBe(damage);
  expect(damaged.after).toHaveLength(1);
});

test('waits before following the log again if a subscription ends', async () => {
  const logged = vi.spyOn(logger, 'error');
  const ended = subscriptions(...Array.from({ length: 1_000 }, () => async function* () {}));
  follower = new Follower(ended.log, beginning, logger);
  follower.start();
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(ended.after).toHaveLength(1);
});
