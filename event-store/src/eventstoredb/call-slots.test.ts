import { expect, test, vi } from 'vitest';
import { CallSlots } from './call-slots.js';

test('A slot that becomes free is not given to a caller who no longer waits.', async () => {
  const slots = new CallSlots(1);
  expect(await slots.acquire(1)).toBe(true);
  expect(await slots.acquire(1)).toBe(false);
  slots.release();
  expect(await slots.acquire(1)).toBe(true);
});

test('A slot that becomes free goes to the caller who has waited longest.', async () => {
  const slots = new CallSlots(1);
  await slots.acquire(1);
  const admitted: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => slots.acquire(60_000).then(() => admitted.push(name)));
  slots.release();
  await first;
  expect(admitted).toEqual(['first']);
  slots.release();
  await second;
  expect(admitted).toEqual(['first', 'second']);
});

test('A caller who was admitted takes no other out of the queue when their own time is over.', async () => {
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
