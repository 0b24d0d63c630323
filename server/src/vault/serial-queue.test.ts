import { expect, test } from 'vitest';
import { createQueue } from './serial-queue.js';

test('work of one id runs in sequence, that of others in parallel, and a failure blocks nothing', async () => {
  const inTurn = createQueue();
  const seen: string[] = [];
  const work =
    (name: string, fail = false) =>
    async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(`${name} ends`);
      if (fail) throw new Error(name);
      return name;
    };
  const outcomes = await Promise.allSettled([inTurn(1, work('a', true)), inTurn(1, work('b')), inTurn(2, work('c'))]);
  expect(seen.filter((line) => !line.startsWith('c'))).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(seen.indexOf('c begins')).toBeLessThan(seen.indexOf('a ends'));
  expect(outcomes.map((it) => (it.status === 'fulfilled' ? it.value : (it.reason as Error).message))).toEqual([
    'a',
    'b',
    'c',
  ]);
});
