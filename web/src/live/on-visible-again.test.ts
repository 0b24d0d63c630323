import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onVisibleAgain } from './on-visible-again.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('requests again when the page is visible again, not when it is hidden, not each time, and not after its end', () => {
  const state: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const page = Object.assign(new EventTarget(), state);
  let runs = 0;
  const end = onVisibleAgain(() => runs++, page);
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
