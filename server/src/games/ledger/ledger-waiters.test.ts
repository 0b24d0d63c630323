import { expect, test } from 'vitest';
import { LedgerWaiters } from './ledger-waiters.js';

const longMs = 3_600_000;

test.each<[string, (waiters: LedgerWaiters) => void]>([
  ['an entry of its ledger', (waiters) => waiters.wake(1)],
  ['a change that concerns every call', (waiters) => waiters.wakeAll()],
])('a call does not wait if %s came after its mark', async (_, wake) => {
  const waiters = new LedgerWaiters();
  const mark = waiters.mark(1);
  wake(waiters);
  expect(
    await Promise.race([waiters.wait(1, mark, longMs), new Promise((done) => setImmediate(done, 'waiting'))]),
  ).toBe(true);
  waiters.close();
});

test('two calls per game server wait, and another one ends the oldest', async () => {
  const waiters = new LedgerWaiters();
  const endedWaits: string[] = [];
  const waitForTurn = () => new Promise((done) => setImmediate(done));
  const wait = (name: string, serverId = 1) => {
    void waiters.wait(serverId, waiters.mark(serverId), longMs).then(() => endedWaits.push(name));
    return waitForTurn();
  };
  await wait('other', 2);
  for (const name of ['one', 'two']) await wait(name);
  expect(endedWaits).toEqual([]);
  await wait('three');
  expect(endedWaits).toEqual(['one']);
  waiters.wake(1);
  await waitForTurn();
  expect(endedWaits).toEqual(['one', 'two', 'three']);
  for (const name of ['four', 'five']) await wait(name);
  expect(endedWaits).toEqual(['one', 'two', 'three']);
  await wait('six');
  expect(endedWaits).toEqual(['one', 'two', 'three', 'four']);
  waiters.close();
});
