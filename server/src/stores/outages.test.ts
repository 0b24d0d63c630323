import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VaultUnavailable } from '../vault/vault.js';
import { Outages } from './outages.js';

let outages: Outages;
let logger: Logger;
let lines: { level: number; msg: string; err?: unknown }[];

beforeEach(() => {
  lines = [];
  outages = new Outages({ checkMs: 5, quietMs: 50 });
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  logger = pino({ base: null, timestamp: false, hooks: outages.hooks }, { write });
  outages.writeTo(logger);
});

afterEach(() => outages.stop());

const away = () => new Unavailable('EventStoreDB, append to thread-1: no response', true);

test('writes one line when a store becomes unavailable, and one when it is back, however many calls fail', async () => {
  let isAway = true;
  outages.watch({ log: () => (isAway ? Promise.reject(away()) : Promise.resolve()) });
  const request = logger.child({ req: 1 });
  for (let n = 0; n < 100; n += 1) {
    request.warn({ err: away() }, 'a part is unreachable');
    logger.error({ err: away() }, 'a chore failed');
  }
  const unavailable = 'the event log is unavailable: EventStoreDB, append to thread-1: no response';
  expect(lines).toEqual([{ level: 40, msg: unavailable }]);
  expect(outages.since()).toEqual({ log: expect.stringMatching(/^\d{4}-/) as string });
  isAway = false;
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]).toEqual({ level: 40, msg: 'the event log is available again, after 1 s' });
  expect(outages.since()).toEqual({});
  logger.error({ err: away() }, 'a chore failed');
  expect(lines).toHaveLength(3);
});

test('an outage lasts while the store does not respond, even when no call needs it', async () => {
  let checks = 0;
  outages.watch({ log: () => ((checks += 1), Promise.reject(away())) });
  outages.report(away());
  await expect.poll(() => checks).toBeGreaterThan(20);
  expect(lines).toHaveLength(1);
  expect(outages.since()).toHaveProperty('log');
});

test('an outage lasts while calls fail, although the store responds to its check', async () => {
  let checks = 0;
  outages.watch({ log: () => ((checks += 1), outages.report(away()), Promise.resolve()) });
  outages.report(away());
  await expect.poll(() => checks).toBeGreaterThan(20);
  expect(lines).toHaveLength(1);
});

test('tells the stores apart, and leaves other lines as they are', () => {
  for (const err of [away(), new StoreUnavailable('no answer'), new VaultUnavailable('gone'), new TypeError('a fault')])
    logger.error({ err }, 'a chore failed');
  logger.info('a line');
  logger.warn({ fields: 1 }, 'another %s', 'line');
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching('the event log is unavailable'),
    'the view store is unavailable: no answer',
    'the vault is unavailable: gone',
    'a chore failed',
    'a line',
    'another line',
  ]);
  expect(Object.keys(outages.since())).toEqual(['log', 'views', 'vault']);
});
