import { describe, expect, it } from 'vitest';
import { BackOff } from './back-off.js';
import { settingsOf } from './settings.js';

describe('the pauses between resubscriptions', () => {
  const backOff = (): BackOff => new BackOff(settingsOf({}, new AbortController().signal));

  it('are none after a first drop, then double from 100 ms to 10 s, with a quarter of jitter', () => {
    const pauses = backOff();
    expect(pauses.next()).toBe(0);
    for (const middle of [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]) {
      const pause = pauses.next();
      expect(pause).toBeGreaterThanOrEqual(middle * 0.75);
      expect(pause).toBeLessThanOrEqual(middle * 1.25);
    }
  });

  it('differ from process to process', () => {
    const second = Array.from({ length: 20 }, () => {
      const pauses = backOff();
      pauses.next();
      return pauses.next();
    });
    expect(new Set(second).size).toBeGreaterThan(10);
  });

  it('start again after a healthy time', () => {
    const pauses = backOff();
    for (let drop = 0; drop < 5; drop += 1) pauses.next();
    pauses.healthy();
    expect(pauses.next()).toBe(0);
  });

  it('stay at the first for a subscription that gets on and is dropped again and again', () => {
    const pauses = backOff();
    for (let drop = 0; drop < 5; drop += 1) pauses.next();
    for (let drop = 0; drop < 5; drop += 1) {
      pauses.gotOn();
      expect(pauses.next()).toBeLessThanOrEqual(125);
    }
  });
});
