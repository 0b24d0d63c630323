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
  ).toBe(undefined);
  waiters.close();
});
