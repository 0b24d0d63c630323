import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { MemoryLog, MemoryRows } from '@guildhall/event-store/testing/memory-log.js';
import { beginning } from '@guildhall/event-store/port.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Follower } from '../log/follower.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { VaultUnavailable, type Vault } from '../vault/vault.js';
import type { Reaction } from './reaction.js';
import { ReactionRunner } from './run-reaction.js';

const logger = pino({ level: 'silent' });
const times = { leaseMs: 300, retryMs: 1 };

let folder: string;
let log: MemoryLog;
let vaults: Vault[];
let stops: (() => Promise<void>)[];
let effects: { by: string; id: string }[];

beforeEach(() => {
  folder = createTemporaryFolder();
  [log, vaults, stops, effects] = [new MemoryLog(new MemoryRows()), [], [], []];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  for (const vault of vaults) await vault.close();
  await log.close();
});

async function buildServer(by: string, handle: Reaction['handle'] = () => Promise.resolve()) {
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  vaults.push(vault);
  const follower = new Follower(log, await log.readHead(), logger);
  const reaction: Reaction = {
    name: 'note',
    events: ['Wanted.v1'],
    handle: async (event, effect) => {
      await handle(event, effect);
      effects.push({ by, id: effect('mail').commandId });
    },
  };
  const runner = new ReactionRunner({ log, vault, logger }, reaction, beginning, times);
  runner.start(follower);
  follower.start();
  const stop = async () => {
    await runner.stop();
    await follower.stop();
  };
  stops.push(stop);
  return { vault, stop, follower, runner };
}

let revision = 0;
const append = (type: string) =>
  log.append(`stream-${revision++}`, [{ id: crypto.randomUUID(), type, data: {}, metadata: {} }], 'no-stream');
const listEffectHandlers = () => effects.map((effect) => effect.by);
const record = async () => (await vaults[0]?.listReactions())?.[0];

test('a reaction handles each matching event once, including earlier events, and skips others', async () => {
  await append('Wanted.v1');
  await buildServer('a');
  await append('Other.v1');
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers).toEqual(['a', 'a']);
  await append('Other.v1');
  await expect.poll(async () => (await record())?.position, { timeout: 5_000 }).toBe(await log.readHead());
  expect(new Set(effects.map(({ id }) => id)).size).toBe(2);
});

test('repeats an effect with the same id after a crash between effect and checkpoint', async () => {
  const firstServer = await buildServer('killed');
  await expect.poll(async () => (await record())?.lease).toBeTruthy();
  vi.spyOn(firstServer.vault, 'saveReaction').mockImplementation(() => new Promise(() => undefined));
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers).toEqual(['killed']);
  // The first server's reaction never finishes, so only its follower can be stopped.
  stops = [() => firstServer.follower.stop()];
  await buildServer('b');
  await expect.poll(listEffectHandlers, { timeout: 5_000 }).toEqual(['killed', 'b']);
  expect(effects[1]?.id).toBe(effects[0]?.id);
});

test('a reaction runs on only one of two servers, and the other takes over when it stops or dies', async () => {
  const firstServer = await buildServer('a');
  await expect.poll(async () => (await record())?.lease).toBeTruthy();
  const secondServer = await buildServer('b');
  expect([firstServer, secondServer].map(({ runner }) => runner.hasLease)).toEqual([true, false]);
  for (let n = 0; n < 3; n++) await append('Wanted.v1');
  await expect.poll(listEffectHandlers).toEqual(['a', 'a', 'a']);
  await firstServer.stop();
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers, { timeout: 5_000 }).toEqual(['a', 'a', 'a', 'b']);
});

test('a server that stops releases its lease, so that another need not wait until it expires', async () => {
  const { stop } = await buildServer('a');
  await expect.poll(async () => (await record())?.lease).toBeTruthy();
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers).toEqual(['a']);
  await stop();
  expect(await record()).toMatchObject({ position: await log.readHead(), lease: null });
});

test('a server whose lease has expired no longer has it', async () => {
  const { runner, vault } = await buildServer('a');
  await expect.poll(() => runner.hasLease).toBe(true);
  vi.spyOn(vault, 'saveReaction').mockRejectedValue(new VaultUnavailable('away'));
  await expect.poll(() => runner.hasLease).toBe(false);
});

test('a reaction continues from its checkpoint after a restart', async () => {
  const firstServer = await buildServer('a');
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers).toEqual(['a']);
  await firstServer.stop();
  await buildServer('a');
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers, { timeout: 5_000 }).toEqual(['a', 'a']);
});

test('a reaction skips and reports an event that keeps failing, and handles the next one', async () => {
  let calls = 0;
  await append('Wanted.v1');
  const poisonPosition = await log.readHead();
  await buildServer('a', ({ position }) => {
    if (position === poisonPosition) calls++;
    return position === poisonPosition ? Promise.reject(new Error('no such address')) : Promise.resolve();
  });
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers, { timeout: 5_000 }).toEqual(['a']);
  expect(calls).toBe(6);
  const skippedEvent = { position: poisonPosition, type: 'Wanted.v1', error: 'no such address' };
  await expect.poll(async () => (await record())?.skipped).toMatchObject([skippedEvent]);
});

test('a reaction does not skip an event if a store is unavailable', async () => {
  let failures = 10;
  await append('Wanted.v1');
  await buildServer('a', () => (failures-- > 0 ? Promise.reject(new VaultUnavailable('away')) : Promise.resolve()));
  await expect.poll(listEffectHandlers, { timeout: 5_000 }).toEqual(['a']);
  expect((await record())?.skipped).toEqual([]);
});

test('a reaction starts over if the log is an older backup without the checkpoint', async () => {
  const firstServer = await buildServer('a');
  await append('Wanted.v1');
  await append('Wanted.v1');
  await expect.poll(listEffectHandlers).toEqual(['a', 'a']);
  await firstServer.stop();
  log = new MemoryLog(new MemoryRows());
  await append('Wanted.v1');
  await buildServer('b');
  await expect.poll(listEffectHandlers, { timeout: 5_000 }).toEqual(['a', 'a', 'b']);
});
