import { toPosition } from '@guildhall/event-store/dense-position.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveViews } from './live-views.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createStore(checkpoint = 0, isDamaged = false) {
  const store = {
    closed: 0,
    readCheckpoint: async () => toPosition(checkpoint),
    async close() {
      store.closed++;
      if (isDamaged) throw new Error('the store is damaged');
    },
  };
  return store as unknown as ViewStore & { closed: number };
}

test('a replaced store stays open while requests still read it, and is closed afterwards', async () => {
  const [old, fresh] = [createStore(0, true), createStore()];
  const liveViews = new LiveViews(old, true);
  const reads: unknown[] = [];
  for (let listeners = 0; listeners < 2; listeners++) liveViews.onSwitch(() => reads.push(liveViews.store));
  liveViews.switchTo(fresh);
  expect(reads).toEqual([fresh, fresh]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(old.closed).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(old.closed).toBe(1);
  await liveViews.close();
  expect([old.closed, fresh.closed], 'each store is closed once').toEqual([1, 1]);
});

test('closing the live views also closes replaced stores and ends all waits', async () => {
  const stores = [createStore(), createStore(), createStore()] as const;
  const liveViews = new LiveViews(stores[0], true);
  for (const store of stores.slice(1)) liveViews.switchTo(store);
  const untilPosition = liveViews.waitFor(toPosition(7), Infinity);
  await liveViews.close();
  expect(await untilPosition).toBe(false);
  expect(stores.map(({ closed }) => closed)).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(
    stores.map(({ closed }) => closed),
    'and none twice',
  ).toEqual([1, 1, 1]);
});

test('reads the position from the current live store if the runner is in another process', async () => {
  const liveViews = new LiveViews(createStore(1), false);
  liveViews.switchTo(createStore(7));
  const untilPosition = liveViews.waitFor(toPosition(7), 1_000);
  await vi.advanceTimersByTimeAsync(100);
  expect(await untilPosition).toBe(true);
  expect(liveViews.checkpointRead).toBe(toPosition(7));
  await liveViews.close();
});

test("does not mistake the checkpoint of a replaced store for its successor's", async () => {
  const old = createStore(7);
  let respond: () => void = () => undefined;
  old.readCheckpoint = () => new Promise((resolve) => (respond = () => resolve(toPosition(7))));
  const liveViews = new LiveViews(old, false);
  const untilPosition = liveViews.waitFor(toPosition(7), 1_000);
  liveViews.switchTo(createStore(3));
  respond();
  expect(await untilPosition).toBe(true);
  expect(liveViews.checkpointRead).toBe(beginning);
  await liveViews.close();
});
