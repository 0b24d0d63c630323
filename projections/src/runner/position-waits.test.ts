import { toPosition } from '@guildhall/event-store/dense-position.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PositionWaits } from './position-waits.js';

const at = toPosition;

describe('A wait for a position', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends immediately when the views have reached it already', async () => {
    const waits = new PositionWaits();
    waits.reached(at(5));
    expect(await waits.waitFor(at(5), 0)).toBe(true);
  });

  it('ends when the runner reports the position or a later one, not before', async () => {
    const waits = new PositionWaits();
    const ended: string[] = [];
    void waits.waitFor(at(5), 2000).then((reached) => ended.push(`5 ${reached}`));
    void waits.waitFor(at(9), 2000).then((reached) => ended.push(`9 ${reached}`));
    waits.reached(at(4));
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toEqual([]);
    waits.reached(at(6));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toEqual(['5 true']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(ended).toEqual(['5 true', '9 false']);
  });

  it('is short while an earlier one that timed out is not reached, and long again after it', async () => {
    const waits = new PositionWaits();
    const first = waits.waitFor(at(5), 2000);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await first).toBe(false);

    const second = waits.waitFor(at(6), 2000);
    await vi.advanceTimersByTimeAsync(50);
    expect(await second).toBe(false);

    waits.reached(at(5));
    const third = waits.waitFor(at(7), 2000);
    await vi.advanceTimersByTimeAsync(1900);
    waits.reached(at(7));
    expect(await third).toBe(true);
  });

  it('reads the store every millisecond while a wait is new, and never without one', async () => {
    let checkpoint = at(1);
    const ask = vi.fn(async () => checkpoint);
    const waits = new PositionWaits(ask);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).not.toHaveBeenCalled();

    const [one, two] = [waits.waitFor(at(2), 2000), waits.waitFor(at(2), 2000)];
    await vi.advanceTimersByTimeAsync(4);
    expect(ask).toHaveBeenCalledTimes(5);
    checkpoint = at(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all([one, two])).toEqual([true, true]);

    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(6);
  });

  it('reads the store less often the longer a wait lasts, every 25 ms in the end, whatever waits came later', async () => {
    const ask = vi.fn(async () => at(1));
    const waits = new PositionWaits(ask);
    void waits.waitFor(at(2), 2000);
    await vi.advanceTimersByTimeAsync(100);
    expect(ask.mock.calls.length).toBeLessThan(26);
    await vi.advanceTimersByTimeAsync(125);
    void waits.waitFor(at(3), 2000);
    ask.mockClear();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(40);
  });

  it('leaves a slow store alone for as long as its last response took', async () => {
    const ask = vi.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve(at(1)), 60)));
    void new PositionWaits(ask).waitFor(at(2), 2000);
    await vi.advanceTimersByTimeAsync(1201);
    expect(ask).toHaveBeenCalledTimes(11);
  });

  it('times out when the store is unavailable or never responds', async () => {
    const refused = new PositionWaits(() => Promise.reject(new Error('unreachable'))).waitFor(at(1), 100);
    const silent = new PositionWaits(() => new Promise(() => undefined)).waitFor(at(1), 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all([refused, silent])).toEqual([false, false]);
  });

  it('lasts forever when requested, until everything is closed', async () => {
    const waits = new PositionWaits();
    const wait = waits.waitFor(at(1), Infinity);
    await vi.advanceTimersByTimeAsync(10 ** 9);
    waits.close();
    expect(await wait).toBe(false);
  });

  it('stays short until the position that was not reached in time is reached, not before', async () => {
    const waits = new PositionWaits();
    const isShort = async (position: number, timeoutMs: number) => {
      const wait = waits.waitFor(at(position), timeoutMs);
      const ended = vi.fn();
      void wait.then(ended);
      await vi.advanceTimersByTimeAsync(50);
      return ended.mock.calls.length > 0;
    };
    void waits.waitFor(at(5), 100);
    await vi.advanceTimersByTimeAsync(100);
    waits.reached(at(3));
    expect(await isShort(5, 2000)).toBe(true);
    expect(await isShort(4, 2000)).toBe(false); // an earlier position may still be reached in time
    expect(await isShort(6, Infinity)).toBe(false);
  });
});
