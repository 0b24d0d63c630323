import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSleep } from './watch-sleep.js';

/** A line whose server is this test: it answers when the test says so. */
class FakeLine {
  up = true;
  number = 1;
  restarts = 0;
  probes: ((alive: boolean) => void)[] = [];
  connected = () => this.up;
  name = () => (this.up ? `line ${this.number}` : undefined);
  restart = () => {
    this.restarts++;
    this.number++;
    this.up = true;
  };
  probe = (answer: (alive: boolean) => void) => void this.probes.push(answer);
}

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let line: FakeLine;
let page: FakePage;
let view: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  [line, page, view] = [new FakeLine(), new FakePage(), new EventTarget()];
  watchSleep(line, page, view);
});
afterEach(() => vi.useRealTimers());

function away(ms: number): void {
  page.turn('hidden');
  vi.advanceTimersByTime(ms);
  page.turn('visible');
}

test('Who looks away for a moment is not asked; after longer the line is tried, and kept where it answers.', () => {
  away(5_000);
  expect(line.probes).toHaveLength(0);
  away(60_000);
  expect(line.probes).toHaveLength(1);
  line.probes[0]?.(true);
  expect(line.restarts).toBe(0);
});

test('A line that gives no sign of life is begun anew, once, however many things wake the page.', () => {
  away(60_000);
  page.dispatchEvent(new Event('resume'));
  view.dispatchEvent(new Event('online'));
  expect(line.probes).toHaveLength(1);
  line.probes[0]?.(false);
  expect(line.restarts).toBe(1);
});

test('One that came back by itself while it was tried is left alone.', () => {
  away(60_000);
  line.number++;
  line.probes[0]?.(false);
  expect(line.restarts).toBe(0);
});

test('A line that is down is begun at once when the page is seen, or the network is back.', () => {
  line.up = false;
  away(10);
  expect(line.restarts).toBe(1);
  line.up = false;
  view.dispatchEvent(new Event('online'));
  expect(line.restarts).toBe(2);
});

test('A page out of the browser’s cache begins anew without asking; one that is loaded does not.', () => {
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(line.restarts).toBe(0);
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(line.restarts).toBe(1);
  expect(line.probes).toHaveLength(0);
});

test('A computer that was shut with the page in sight tries the line when it is opened.', () => {
  vi.advanceTimersByTime(60_000);
  expect(line.probes).toHaveLength(0);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(line.probes).toHaveLength(1);
});
