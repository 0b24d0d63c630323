import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followUpdates } from './follow-updates.js';

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
const ask = vi.fn(() => Promise.resolve(responses.shift() ?? null));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockClear();
  [page, responses] = [new FakeDocument(), []];
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('groups many simultaneous changes into one request, and many in a row into one in two seconds', async () => {
  const news = followUpdates(ask);
  for (let n = 0; n < 5; n++) news.onUpdate();
  expect(ask).not.toHaveBeenCalled();
  await wait(1_000);
  expect(ask).toHaveBeenCalledOnce();
  for (let ms = 0; ms < 10_000; ms += 100) {
    news.onUpdate();
    await wait(100);
  }
  expect(ask.mock.calls.length).toBeGreaterThan(3);
  expect(ask.mock.calls.length).toBeLessThan(8);
});

test('waits while the page is hidden, or while a text in it is selected', async () => {
  const news = followUpdates(ask);
  page.turn(true);
  news.onUpdate();
  await wait(60_000);
  expect(ask).not.toHaveBeenCalled();
  page.turn(false);
  await wait(1_000);
  expect(ask).toHaveBeenCalledOnce();
  page.marked = 'some words';
  news.onUpdate();
  await wait(60_000);
  expect(ask).toHaveBeenCalledOnce();
  page.marked = '';
  await wait(3_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('requests what was missed until there is a response, which gives the position to listen from', async () => {
  const news = followUpdates(ask);
  const found = vi.fn();
  responses = [null, null, 'position'];
  news.lost(found);
  await wait(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(found).toHaveBeenCalledExactlyOnceWith('position');
});

test('requests nothing more after the person left', async () => {
  const news = followUpdates(ask);
  news.onUpdate();
  news.lost(() => {});
  news.stop();
  page.turn(false);
  await wait(60_000);
  expect(ask).not.toHaveBeenCalled();
});
