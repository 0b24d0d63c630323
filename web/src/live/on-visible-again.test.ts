import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onVisibleAgain } from './on-visible-again.js';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const view = new EventTarget();
let runs: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  runs = 0;
  stop = onVisibleAgain(() => runs++);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reloads when the page becomes visible, but not repeatedly or after stopping', () => {
  const change = (state: DocumentVisibilityState, afterMs: number) => {
    vi.advanceTimersByTime(afterMs);
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
    return runs;
  };
  expect(change('hidden', 20_000)).toBe(0);
  expect(change('visible', 1_000)).toBe(1);
  expect([change('hidden', 1_000), change('visible', 1_000)]).toEqual([1, 1]);
  expect([change('hidden', 1_000), change('visible', 20_000)]).toEqual([1, 2]);
  stop();
  expect([change('hidden', 1_000), change('visible', 20_000)]).toEqual([2, 2]);
});

test("reloads a page restored from the browser's cache, even after a short absence", () => {
  const show = (persisted: boolean) => {
    view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    return runs;
  };
  expect([show(false), show(true)]).toEqual([0, 1]);
  stop();
  expect(show(true)).toBe(1);
});
