import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { VaultUnavailable } from '../vault/vault.js';
import { retryWhileUnavailable } from './retry-while-unavailable.js';

test('work is repeated while a store is unavailable, each time reported, and no other error is waited for', async () => {
  const lines: string[] = [];
  const logger = pino(
    {},
    { write: (line: string) => void lines.push((JSON.parse(line) as { err: { message: string } }).err.message) },
  );
  const errors = [new Unavailable('no log', false), new Unavailable('no log', false), new StoreUnavailable('no views')];
  const failures: Error[] = [...errors, new VaultUnavailable('no vault'), new TypeError('a mistake')];
  const work = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'done';
  };
  await expect(retryWhileUnavailable(work, logger)).rejects.toThrow('a mistake');
  expect(lines).toEqual(['no log', 'no log', 'no views', 'no vault']);
  expect(await retryWhileUnavailable(work, logger)).toBe('done');
});
