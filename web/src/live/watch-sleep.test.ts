import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSleep } from './watch-sleep.js';

class FakeLine {
  up = true;
  number = 1;
  restarts = 0;
  closes = 0;
  probes: ((alive: boolean) => void)[] = [];
  isConnected = () => this.up;
  getName = () => (this.up ? `line ${this.number}` : undefined);
  restart = () => {
    this.restarts++;
    this.number++;
    this.up = true;
  };
  close = () => {
    this.closes++;
    this.up = false;
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
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  watchSleep(line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sleepFor(ms: number): void {
  page.turn('hidden');
  vi.advanceTimersByTime(ms);
  page.turn('visible');
}

test('pings after a long absence, but not a short one, and retains a responsive connection', () => {
  sleepFor(5_000);
  expect(line.probes).toHaveLength(0);
  sleepFor(60_000);
  expect(line.probes).toHaveLength(1);
  line.probes[0]?.(true);
  expect(line.restarts).toBe(0);
});

test('restarts an unresponsive connection only once, even if many events wake the page', () => {
  sleepFor(60_000);
  page.dispatchEvent(new Event('resume'));
  view.dispatchEvent(new Event('online'));
  expect(line.probes).toHaveLength(1);
  line.probes[0]?.(false);
  expect(line.restarts).toBe(1);
});

test('retains a connection that reconnected during the ping', () => {
  sleepFor(60_000);
  line.number++;
  line.probes[0]?.(false);
  expect(line.restarts).toBe(0);
});

test('restarts a lost connection when the page becomes visible or the network returns', () => {
  line.up = false;
  sleepFor(10);
  expect(line.restarts).toBe(1);
  line.up = false;
  view.dispatchEvent(new Event('online'));
  expect(line.restarts).toBe(2);
});

test('closes the connection on leaving the page and restarts it when the cache restores the page', () => {
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect([line.closes, line.restarts]).toEqual([0, 0]);
  view.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  expect([line.closes, line.restarts]).toEqual([1, 0]);
  view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(line.restarts).toBe(1);
  expect(line.probes).toHaveLength(0);
});

test('pings when a computer wakes up with the page visible', () => {
  vi.advanceTimersByTime(60_000);
  expect(line.probes).toHaveLength(0);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(line.probes).toHaveLength(1);
});
