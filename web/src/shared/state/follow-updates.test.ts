import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleUpdates } from './follow-updates.js';

class FakeDocument extends EventTarget {
  hidden = false;
  marked = '';
  getSelection = () => ({ isCollapsed: this.marked === '', toString: () => this.marked });

  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: FakeDocument;
let responses: (string | null)[];
const reload = vi.fn(() => Promise.resolve(responses.shift() ?? null));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  [page, responses] = [new FakeDocument(), []];
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('combines simultaneous changes into one request, at most every two seconds', async () => {
  const updates = scheduleUpdates(reload);
  for (let n = 0; n < 5; n++) updates.onUpdate();
  expect(reload).not.toHaveBeenCalled();
  await wait(1_000);
  expect(reload).toHaveBeenCalledOnce();
  for (let ms = 0; ms < 10_000; ms += 100) {
    updates.onUpdate();
    await wait(100);
  }
  expect(reload.mock.calls.length).toBeGreaterThan(3);
  expect(reload.mock.calls.length).toBeLessThan(8);
});

test('updates wait while the page is hidden or text in it is selected', async () => {
  const updates = scheduleUpdates(reload);
  page.turn(true);
  updates.onUpdate();
  await wait(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.turn(false);
  await wait(1_000);
  expect(reload).toHaveBeenCalledOnce();
  page.marked = 'some words';
  updates.onUpdate();
  await wait(60_000);
  expect(reload).toHaveBeenCalledOnce();
  page.marked = '';
  await wait(3_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('requests no updates after the member has logged out', async () => {
  const updates = scheduleUpdates(reload);
  updates.onUpdate();
  updates.stop();
  page.turn(false);
  await wait(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('a successful request resets the delays and the number of retries', async () => {
  const updates = scheduleUpdates(reload);
  responses = [null, null, null, 'position', null, 'position'];
  updates.onUpdate();
  await wait(60_000);
  expect(reload).toHaveBeenCalledTimes(4);
  updates.onUpdate();
  await wait(7_000);
  expect(reload).toHaveBeenCalledTimes(6);
});
