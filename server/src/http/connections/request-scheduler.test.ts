import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RequestScheduler } from './request-scheduler.js';

let now = 0;
const takeLong = () => void (now += 30);

beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterAll(() => vi.restoreAllMocks());

test('starts no more requests in an event-loop phase once its time budget is spent', async () => {
  const scheduler = new RequestScheduler();
  const startedRequests: number[] = [];
  for (let n = 0; n < 3; n++) scheduler.add(() => (startedRequests.push(n), takeLong()));
  expect(startedRequests).toEqual([0]);
  await nextTurn();
  expect(startedRequests).toEqual([0, 1]);
  await nextTurn();
  expect(startedRequests).toEqual([0, 1, 2]);
});

test("starts pending requests in the next phase, each after its predecessor's continuations", async () => {
  const scheduler = new RequestScheduler();
  scheduler.add(takeLong);
  const steps: string[] = [];
  for (let n = 0; n < 3; n++) {
    scheduler.add(() => {
      steps.push(`starts ${n}`);
      void Promise.resolve().then(() => steps.push(`continues ${n}`));
    });
  }
  expect(steps).toEqual([]);
  await nextTurn();
  expect(steps).toEqual([0, 1, 2].flatMap((n) => [`starts ${n}`, `continues ${n}`]));
});
