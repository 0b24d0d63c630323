import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collect, collectUntilCaughtUp, raceWithAbort, withDeadline } from './deadline.js';
import { ConnectionAbandoned, DeadlineExceeded } from './errors.js';
import { resolveSettings, type Settings } from './settings.js';

let closeController: AbortController;
let abandonController: AbortController;
let settings: Settings;

beforeEach(() => {
  vi.useFakeTimers();
  [closeController, abandonController] = [new AbortController(), new AbortController()];
  settings = resolveSettings({ deadlineMs: 200 }, closeController.signal);
});
afterEach(() => {
  expect(vi.getTimerCount(), 'remaining timers').toBe(0);
  vi.useRealTimers();
  for (const { signal } of [closeController, abandonController])
    expect(getEventListeners(signal, 'abort'), 'remaining listeners').toEqual([]);
});

function createClientStream() {
  const stream = new PassThrough({ objectMode: true });
  return Object.assign(stream, {
    cancel: vi.fn(() => Promise.reject(new Error('cancelled already'))),
    unsubscribe: vi.fn(() => Promise.reject(new Error('ended already'))),
  });
}

const read = (stream: ReturnType<typeof createClientStream>) =>
  collect<number>(stream, settings, 'a read', abandonController.signal);
const readSubscription = (stream: ReturnType<typeof createClientStream>, limit = 100) =>
  collectUntilCaughtUp<number>(() => stream, limit, settings, 'a read', abandonController.signal);

test('a read may exceed its deadline while items arrive, and ends without being cancelled', async () => {
  const stream = createClientStream();
  const pendingRead = read(stream);
  for (let n = 0; n < 6; n += 1) {
    await vi.advanceTimersByTimeAsync(150);
    stream.write(n);
  }
  stream.end();
  expect(await pendingRead).toEqual([0, 1, 2, 3, 4, 5]);
  expect(stream.cancel).not.toHaveBeenCalled();
});

test.each<[string, () => unknown, unknown]>([
  ['is silent', () => vi.advanceTimersByTimeAsync(201), new DeadlineExceeded('a read received nothing for 200 ms')],
  ['loses its connection', () => abandonController.abort(new ConnectionAbandoned()), expect.any(ConnectionAbandoned)],
  [
    'belongs to a closed log',
    () => closeController.abort(),
    expect.objectContaining({ message: 'the event log was closed' }),
  ],
])('a read that %s is cancelled on the server', async (_, end, reason) => {
  const streams = [createClientStream(), createClientStream()] as const;
  const outcomes = [read(streams[0]), readSubscription(streams[1])].map((outcome) =>
    outcome.catch((error: unknown) => error),
  );
  for (const stream of streams) stream.write(1);
  await end();
  expect(await Promise.all(outcomes)).toEqual([reason, reason]);
  expect(streams[0].cancel).toHaveBeenCalledTimes(1);
  expect(streams[1].unsubscribe).toHaveBeenCalledTimes(1);
  expect(streams[1].destroyed).toBe(true);
});

test('a filtered read unsubscribes at its limit or at the end of the log', async () => {
  const [limitedStream, unlimitedStream] = [createClientStream(), createClientStream()];
  const reads = [readSubscription(limitedStream, 2), readSubscription(unlimitedStream)];
  for (const stream of [limitedStream, unlimitedStream]) for (const n of [1, 2, 3]) stream.write(n);
  await vi.advanceTimersByTimeAsync(1);
  unlimitedStream.emit('caughtUp');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(reads)).toEqual([
    [1, 2],
    [1, 2, 3],
  ]);
  for (const stream of [limitedStream, unlimitedStream]) expect(stream.unsubscribe).toHaveBeenCalledTimes(1);
});

test('a filtered read may exceed the deadline while items arrive', async () => {
  const stream = createClientStream();
  const pendingRead = readSubscription(stream, 6);
  for (let n = 0; n < 6; n += 1) {
    await vi.advanceTimersByTimeAsync(150);
    stream.write(n);
  }
  expect(await pendingRead).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a filtered read may exceed the deadline while the server reports progress', async () => {
  const stream = createClientStream();
  let reportProgress: () => void = () => undefined;
  const subscribe = (onProgress: () => void) => ((reportProgress = onProgress), stream);
  const pendingRead = collectUntilCaughtUp<number>(subscribe, 1, settings, 'a read', abandonController.signal);
  for (let n = 0; n < 6; n += 1) {
    await vi.advanceTimersByTimeAsync(150);
    reportProgress();
  }
  stream.write(7);
  expect(await pendingRead).toEqual([7]);
});

test('a filtered read fails when the server ends the subscription', async () => {
  const stream = createClientStream();
  const pendingRead = readSubscription(stream);
  stream.end();
  await expect(pendingRead).rejects.toThrow('the server ended the subscription');
});

test('removes its timer and listener after work that meets the deadline', async () => {
  expect(await withDeadline(Promise.resolve(7), settings, 'work', abandonController.signal)).toBe(7);
  expect(await raceWithAbort(Promise.resolve(7), closeController.signal)).toBe(7);
  await expect(
    withDeadline(Promise.reject(new Error('no')), settings, 'work', abandonController.signal),
  ).rejects.toThrow('no');
});

test('work fails if it exceeds its deadline or its signal is aborted', async () => {
  const work = new Promise<never>(() => undefined);
  const run = () => withDeadline(work, settings, 'work', abandonController.signal).catch((error: unknown) => error);
  const late = run();
  await vi.advanceTimersByTimeAsync(201);
  expect(await late).toEqual(new DeadlineExceeded('work took longer than 200 ms'));
  const abandonedCall = run();
  abandonController.abort(new ConnectionAbandoned());
  expect(await abandonedCall).toBeInstanceOf(ConnectionAbandoned);
});

test('a race with an aborted signal has no result, and ignores errors in the work', async () => {
  const race = raceWithAbort(new Promise<never>(() => undefined), closeController.signal);
  closeController.abort();
  expect(await race).toBeUndefined();
  expect(await raceWithAbort(Promise.reject(new Error('no')), closeController.signal)).toBeUndefined();
});
