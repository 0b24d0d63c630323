import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FilesUnavailable, VaultUnavailable } from '../vault/vault.js';
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

const buildUnavailable = () => new Unavailable('EventStoreDB, append to thread-1: no response', true);

test('logs one line when a store becomes unavailable and one when it recovers', async () => {
  let isAway = true;
  outages.watch({ log: () => (isAway ? Promise.reject(buildUnavailable()) : Promise.resolve()) });
  const request = logger.child({ req: 1 });
  for (let n = 0; n < 100; n += 1) {
    request.warn({ err: buildUnavailable() }, 'a store is unavailable');
    logger.error({ err: buildUnavailable() }, 'a periodic task failed');
  }
  const unavailable = 'the event log is unavailable: EventStoreDB, append to thread-1: no response';
  expect(lines).toEqual([{ level: 40, msg: unavailable }]);
  expect(outages.getOutageStarts()).toEqual({ log: expect.stringMatching(/^\d{4}-/) as string });
  isAway = false;
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]).toEqual({ level: 40, msg: 'the event log is available again, after 1 s' });
  expect(outages.getOutageStarts()).toEqual({});
  logger.error({ err: buildUnavailable() }, 'a periodic task failed');
  expect(lines).toHaveLength(3);
});

test('an outage lasts until the store responds, even if no call uses it', async () => {
  let checks = 0;
  outages.watch({ log: () => ((checks += 1), Promise.reject(buildUnavailable())) });
  outages.report(buildUnavailable());
  await expect.poll(() => checks).toBeGreaterThan(20);
  expect(lines).toHaveLength(1);
  expect(outages.getOutageStarts()).toHaveProperty('log');
});

test('an outage lasts while calls fail, even if the store passes its check', async () => {
  let checks = 0;
  outages.watch({ log: () => ((checks += 1), outages.report(buildUnavailable()), Promise.resolve()) });
  outages.report(buildUnavailable());
  await expect.poll(() => checks).toBeGreaterThan(20);
  expect(lines).toHaveLength(1);
});

test('distinguishes outages of different stores and leaves other log lines unchanged', () => {
  const unavailable = [buildUnavailable(), new StoreUnavailable('no answer'), new VaultUnavailable('gone')];
  for (const err of [...unavailable, new FilesUnavailable('lost'), new TypeError('a fault')])
    logger.error({ err }, 'a periodic task failed');
  logger.info('a line');
  logger.warn({ fields: 1 }, 'another %s', 'line');
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching('the event log is unavailable'),
    'the view store is unavailable: no answer',
    'the vault is unavailable: gone',
    'the file store is unavailable: lost',
    'a periodic task failed',
    'a line',
    'another line',
  ]);
  expect(Object.keys(outages.getOutageStarts())).toEqual(['log', 'views', 'vault', 'files']);
});

const createDeniedError = (operation: string) =>
  new Unavailable(`EventStoreDB, ${operation}`, false, {
    cause: { type: 'access-denied', code: 7, message: 'Access Denied' },
  });
const authenticationError = { message: 'Authentication failed.', code: 18 };

test('logs the affected variable once if a store denies access, even after an outage', () => {
  outages.report(buildUnavailable());
  for (const operation of ['head', 'read']) outages.report(createDeniedError(operation));
  outages.report(buildUnavailable());
  const fault = expect.stringMatching(/^EVENTSTORE_URL: the user lacks a permission.*Access Denied$/) as string;
  const line = expect.stringMatching(
    /^the event log is unavailable: EVENTSTORE_URL: the user lacks a permission/,
  ) as string;
  expect(lines.slice(1)).toEqual([{ level: 50, msg: line }]);
  expect(outages.listFaults()).toEqual([fault]);
});

test('replaces the hint about a cluster with the actual cause once it is known', () => {
  const cause = new Error('Failed to discover after 10 attempts.');
  const createUndiscoveredCluster = () => new Unavailable('EventStoreDB, head', false, { cause });
  for (const error of [
    createUndiscoveredCluster(),
    createUndiscoveredCluster(),
    createDeniedError('head'),
    createUndiscoveredCluster(),
  ])
    outages.report(error);
  expect(lines).toHaveLength(2);
  expect(outages.listFaults()).toEqual([expect.stringMatching(/^EVENTSTORE_URL: the user lacks a permission/)]);
});

test('logs a wrong MongoDB password once for views and vault, and each recovery separately', async () => {
  outages.report(new StoreUnavailable('no', { cause: authenticationError }));
  outages.report(new VaultUnavailable('no', { cause: authenticationError }));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.msg).toMatch(
    /^the view store is unavailable: MONGODB_URL: the server rejects the user name or password/,
  );
  expect(outages.listFaults()).toHaveLength(1);
  await expect.poll(() => lines.length).toBe(3);
  expect(
    lines
      .slice(1)
      .map(({ msg }) => msg)
      .sort(),
  ).toEqual(['the vault is available again, after 1 s', 'the view store is available again, after 1 s']);
  expect(outages.listFaults()).toEqual([]);
});
