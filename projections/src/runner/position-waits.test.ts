import { toPosition } from '@guildhall/event-store/dense-position.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PositionWaits } from './position-waits.js';

const at = toPosition;

describe('waiting for a position', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waiting ends immediately if the views have already reached the position', async () => {
    const waits = new PositionWaits();
    waits.onPosition(at(5));
    expect(await waits.waitFor(at(5), 0)).toBe(true);
  });

  it('waiting ends as soon as the runner reports the position or a later one', async () => {
    const waits = new PositionWaits();
    const endedWaits: string[] = [];
    void waits.waitFor(at(5), 2000).then((reached) => endedWaits.push(`5 ${reached}`));
    void waits.waitFor(at(9), 2000).then((reached) => endedWaits.push(`9 ${reached}`));
    waits.onPosition(at(4));
    await vi.advanceTimersByTimeAsync(100);
    expect(endedWaits).toEqual([]);
    waits.onPosition(at(6));
    await vi.advanceTimersByTimeAsync(0);
    expect(endedWaits).toEqual(['5 true']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(endedWaits).toEqual(['5 true', '9 false']);
  });

  it('after a timeout, waits are shorter until that position is reached', async () => {
    const waits = new PositionWaits();
    const earlyWait = waits.waitFor(at(5), 2000);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await earlyWait).toBe(false);

    const second = waits.waitFor(at(6), 2000);
    await vi.advanceTimersByTimeAsync(50);
    expect(await second).toBe(false);

    waits.onPosition(at(5));
    const third = waits.waitFor(at(7), 2000);
    await vi.advanceTimersByTimeAsync(1900);
    waits.onPosition(at(7));
    expect(await third).toBe(true);
  });

  it('polls the store every millisecond at first, and only during a wait', async () => {
    let checkpoint = at(1);
    const fetchPosition = vi.fn(async () => checkpoint);
    const waits = new PositionWaits(fetchPosition);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetchPosition).not.toHaveBeenCalled();

    const [one, two] = [waits.waitFor(at(2), 2000), waits.waitFor(at(2), 2000)];
    await vi.advanceTimersByTimeAsync(4);
    expect(fetchPosition).toHaveBeenCalledTimes(5);
    checkpoint = at(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all([one, two])).toEqual([true, true]);

    await vi.advanceTimersByTimeAsync(1000);
    expect(fetchPosition).toHaveBeenCalledTimes(6);
  });

  it('polls less often during a long wait, down to every 25 ms', async () => {
    const fetchPosition = vi.fn(async () => at(1));
    const waits = new PositionWaits(fetchPosition);
    void waits.waitFor(at(2), 2000);
    await vi.advanceTimersByTimeAsync(100);
    expect(fetchPosition.mock.calls.length).toBeLessThan(26);
    await vi.advanceTimersByTimeAsync(125);
    void waits.waitFor(at(3), 2000);
    fetchPosition.mockClear();
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetchPosition).toHaveBeenCalledTimes(40);
  });

  it('pauses between polls of a slow store for as long as its last response took', async () => {
    const fetchPosition = vi.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve(at(1)), 60)));
    void new PositionWaits(fetchPosition).waitFor(at(2), 2000);
    await vi.advanceTimersByTimeAsync(1201);
    expect(fetchPosition).toHaveBeenCalledTimes(11);
  });

  it('waiting times out if the store is unavailable or never responds', async () => {
    const failedWait = new PositionWaits(() => Promise.reject(new Error('unreachable'))).waitFor(at(1), 100);
    const silentWait = new PositionWaits(() => new Promise(() => undefined)).waitFor(at(1), 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all([failedWait, silentWait])).toEqual([false, false]);
  });

  it('waiting without a timeout ends when the store is closed', async () => {
    const waits = new PositionWaits();
    const wait = waits.waitFor(at(1), Infinity);
    await vi.advanceTimersByTimeAsync(10 ** 9);
    waits.close();
    expect(await wait).toBe(false);
  });

  it('a timeout shortens only waits for the same or later positions', async () => {
    const waits = new PositionWaits();
    const isShort = async (position: number, timeoutMs: number) => {
      const wait = waits.waitFor(at(position), timeoutMs);
      const onEnd = vi.fn();
      void wait.then(onEnd);
      await vi.advanceTimersByTimeAsync(50);
      return onEnd.mock.calls.length > 0;
    };
    void waits.waitFor(at(5), 100);
    await vi.advanceTimersByTimeAsync(100);
    waits.onPosition(at(3));
    expect(await isShort(5, 2000)).toBe(true);
    expect(await isShort(4, 2000)).toBe(false); // An earlier position may still be reached in time.
    expect(await isShort(6, Infinity)).toBe(false);
  });
});
