import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAfterMs } from './mark.js';
import { watchInView } from './watch-in-view.js';

let report: (entries: Partial<IntersectionObserverEntry>[]) => void;
let isVisible = true;
const element = document.createElement('article');
const onSeen = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  isVisible = true;
  onSeen.mockClear();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      report = (entries) => callback(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  stop = watchInView([element], onSeen);
});
afterEach(() => stop());

const scroll = (intersectionRatio: number) =>
  report([
    {
      target: element,
      isIntersecting: intersectionRatio > 0,
      intersectionRatio,
      intersectionRect: new DOMRect(0, 0, 0, 10),
    },
  ]);
function turnPage(to: boolean) {
  isVisible = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

test('reports a post only once, after it has been in view long enough', () => {
  scroll(0.6);
  vi.advanceTimersByTime(readAfterMs - 1);
  expect(onSeen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(10 * readAfterMs);
  expect(onSeen.mock.calls).toEqual([[element]]);
});

test('does not report a post that was scrolled past or barely in view', () => {
  scroll(0.6);
  vi.advanceTimersByTime(readAfterMs / 2);
  scroll(0);
  vi.advanceTimersByTime(2 * readAfterMs);
  scroll(0.3);
  vi.advanceTimersByTime(2 * readAfterMs);
  expect(onSeen).not.toHaveBeenCalled();
  turnPage(false);
  turnPage(true);
  vi.advanceTimersByTime(2 * readAfterMs);
  expect(onSeen).not.toHaveBeenCalled();
});

test('counts the time in view only while the page is visible', () => {
  turnPage(false);
  scroll(1);
  vi.advanceTimersByTime(2 * readAfterMs);
  expect(onSeen).not.toHaveBeenCalled();
  turnPage(true);
  vi.advanceTimersByTime(readAfterMs / 2);
  turnPage(false);
  vi.advanceTimersByTime(2 * readAfterMs);
  expect(onSeen).not.toHaveBeenCalled();
  turnPage(true);
  vi.advanceTimersByTime(readAfterMs);
  expect(onSeen).toHaveBeenCalledOnce();
});
