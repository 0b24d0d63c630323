import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onVisibleAgain } from './on-visible-again.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('requests again when the page is visible again, not when it is hidden, not each time, and not after its end', () => {
  const state: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const page = Object.assign(new EventTarget(), state);
  let runs = 0;
  const end = onVisibleAgain(() => runs++, page, new EventTarget());
  const turn = (state: DocumentVisibilityState, afterMs: number) => {
    vi.advanceTimersByTime(afterMs);
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
    return runs;
  };
  expect(turn('hidden', 20_000)).toBe(0);
  expect(turn('visible', 1_000)).toBe(1);
  expect([turn('hidden', 1_000), turn('visible', 1_000)]).toEqual([1, 1]);
  expect([turn('hidden', 1_000), turn('visible', 20_000)]).toEqual([1, 2]);
  end();
  expect([turn('hidden', 1_000), turn('visible', 20_000)]).toEqual([2, 2]);
});

test('requests again when the page comes back from the cache of the browser, however short the absence was', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  const view = new EventTarget();
  let runs = 0;
  const end = onVisibleAgain(() => runs++, page, view);
  const show = (persisted: boolean) => view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(runs).toBe(0);
  show(true);
  expect(runs).toBe(1);
  end();
  show(true);
  expect(runs).toBe(1);
});
