import { toPosition } from '@guildhall/event-store/dense-position.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FanOut } from './fan-out.js';

/** Every position in the views has exactly one change. */
function createFanOut(send: (message: { rows: unknown[] }) => void) {
  let reachedPosition: Position = beginning;
  const store = {
    readCheckpoint: () => Promise.resolve(reachedPosition),
    getMeta: () => Promise.resolve(null),
    find: () => Promise.resolve([]),
  };
  const findChangesBetween = (after: Position, upTo: Position) =>
    Promise.resolve(
      [1, 2, 3, 4]
        .map((n) => ({ id: toPosition(n), rows: [{ topic: 'section:1', kind: 'post', rowId: n }] }))
        .filter(({ id }) => id > after && id <= upTo),
    );
  const closeController = new AbortController();
  const deps = {
    services: {
      historyId: '1',
      logger: pino({ level: 'silent' }),
      views: { store, findChangesBetween, waitFor: () => Promise.resolve(true) },
    },
    newRows: () => ({ listMissing: () => [], buildRows: (_: string, changes: unknown[]) => changes }),
    audience: {
      has: () => true,
      listRoles: () => [1],
      mayReceive: () => true,
      broadcast: (_topic: string, _roles: number[], message: { rows: unknown[] }) => send(message),
    },
    stale: { advance: () => undefined },
    stats: { emitted: 0 },
    ringCapacity: 10,
    signal: closeController.signal,
  } as unknown as ConstructorParameters<typeof FanOut>[0]; // The test uses only these members.
  const fanOut = new FanOut(deps, beginning);
  fanOut.start();
  return {
    advance: (n: number) => fanOut.follow((reachedPosition = toPosition(n))),
    ready: fanOut.ready,
    stop: () => (closeController.abort(), fanOut.waitUntilEnded()),
  };
}

test('combines changes that arrive during a send into the next message', async () => {
  const sentCounts: number[] = [];
  // Time passes only during a send, so that the pause after it is longer than the delays below, even on a busy machine.
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const fanOut = createFanOut(({ rows }) => {
    sentCounts.push(rows.length);
    now += 30;
    if (sentCounts.length > 1) return;
    fanOut.advance(2);
    setTimeout(() => fanOut.advance(3), 5);
    setTimeout(() => fanOut.advance(4), 10);
  });
  await fanOut.ready;
  fanOut.advance(1);
  await expect.poll(() => sentCounts.reduce((sum, rows) => sum + rows, 0), { interval: 5 }).toBe(4);
  expect(sentCounts).toEqual([1, 3]);
  await fanOut.stop();
});
