import { expect, test, vi } from 'vitest';
import { CallSlots } from './call-slots.js';

test('never grants a call slot to a caller that stopped waiting', async () => {
  const slots = new CallSlots(1);
  expect(await slots.acquire(1)).toBe(true);
  expect(await slots.acquire(1)).toBe(false);
  slots.release();
  expect(await slots.acquire(1)).toBe(true);
});

test('grants a free call slot to the caller that has waited longest', async () => {
  const slots = new CallSlots(1);
  await slots.acquire(1);
  const admittedCalls: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => slots.acquire(60_000).then(() => admittedCalls.push(name)));
  slots.release();
  await first;
  expect(admittedCalls).toEqual(['first']);
  slots.release();
  await second;
  expect(admittedCalls).toEqual(['first', 'second']);
});

test("an admitted caller's timeout does not remove another caller from the queue", async () => {
  vi.useFakeTimers();
  try {
    const slots = new CallSlots(1);
    await slots.acquire(1);
    const [first, second] = [slots.acquire(100), slots.acquire(60_000)];
    slots.release();
    expect(await first).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    slots.release();
    expect(await second).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
