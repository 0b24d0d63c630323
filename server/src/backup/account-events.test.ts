import { randomUUID } from 'node:crypto';
import { createEventReference } from '@guildhall/event-store/event-reference.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readAccountEventsAfter } from './account-events.js';
import { reconcileVault, VaultBinding } from './reconcile-vault.js';
import type { LogBinding } from '../vault/log-binding.js';
import { VaultUnavailable } from '../vault/vault.js';

const buildEvent = (type: string, data: unknown, at = '') => ({ id: randomUUID(), type, data, metadata: { at } });

async function registerUsers(log: MemoryLog, count: number): Promise<void> {
  for (let id = 1; id <= count; id++) {
    await log.append(`user-${id}`, [buildEvent('UserRegistered.v1', { userId: id })], 'no-stream');
  }
}

test('reads account events up to the end of a log of any length', async () => {
  const log = new MemoryLog();
  expect(await readAccountEventsAfter(log, beginning)).toMatchObject({ last: null });
  await registerUsers(log, 2_500);
  await log.append('user-1', [buildEvent('UserVerified.v1', { userId: 1 })], 0);
  await log.append('user-1', [buildEvent('SessionsEnded.v1', { userId: 1, sessionId: 's' }, '2026-01-02')], 1);
  await log.append('user-2', [buildEvent('UserErased.v1', { userId: 2, texts: true })], 0);
  await log.append('staff', [buildEvent('MemberLeft.v1', { userId: 3, roleId: 2, texts: false })], 'no-stream');
  const allEvents = await readAccountEventsAfter(log, beginning);
  expect([...allEvents.registeredIds]).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
  expect([...allEvents.verifiedIds]).toEqual([1]);
  expect([...allEvents.erasedIds].sort()).toEqual([2, 3]);
  expect(allEvents.endedSessions).toEqual([{ userId: 1, sessionId: 's', at: '2026-01-02' }]);
  const lastEvent = (await log.readAll(beginning, 10_000)).at(-1) as StoredEvent;
  expect(allEvents.last).toEqual(createEventReference(lastEvent));
  const [firstEvent] = await log.readAll(beginning, 1);
  expect((await readAccountEventsAfter(log, firstEvent?.position ?? '')).registeredIds.has(1)).toBe(false);
  expect(await readAccountEventsAfter(log, lastEvent.position)).toMatchObject({ last: null });
});

test('binds the vault to the newest event only once, and retries after a failure', async () => {
  const log = new MemoryLog();
  await registerUsers(log, 3);
  const [one, two, three] = (await log.readAll(beginning, 3)) as [StoredEvent, StoredEvent, StoredEvent];
  const savedBindings: unknown[] = [];
  let isAway = false;
  const bindToLog = async (binding: { event: unknown }) => {
    if (isAway) throw new VaultUnavailable('away');
    savedBindings.push(binding.event);
  };
  const vaultBinding = new VaultBinding({ bindToLog }, { logId: 'a', event: null, secretHmac: 'b' });
  await vaultBinding.save();
  vaultBinding.advance([one, two]);
  vaultBinding.advance([one]);
  vaultBinding.advance([]);
  for (let times = 0; times < 2; times++) await vaultBinding.save();
  expect(savedBindings).toEqual([null, createEventReference(two)]);
  vaultBinding.advance([three]);
  isAway = true;
  await expect(vaultBinding.save()).rejects.toThrow('away');
  isAway = false;
  await vaultBinding.save();
  expect(savedBindings).toEqual([null, createEventReference(two), createEventReference(three)]);
});

type Services = Parameters<typeof reconcileVault>[0];

function buildParts(
  log: MemoryLog,
  ids: number[],
  isVerified: (id: number) => boolean,
  binding: LogBinding | null = null,
) {
  const calls = {
    commands: [] as string[],
    verified: [] as number[],
    refreshed: [] as number[],
    lines: [] as object[],
  };
  const buildName = (id: number) => ({ id, verified: isVerified(id) });
  const vault = {
    findLogBinding: async () => binding,
    bindToLog: async () => undefined,
    listAccountNames: async (after: number, limit: number) =>
      ids
        .filter((id) => id > after)
        .slice(0, limit)
        .map(buildName),
    findAccountNames: async (some: number[]) => ids.filter((id) => some.includes(id)).map(buildName),
    editAccount: async (id: number, edit: () => object) => {
      expect(edit()).toEqual({ registered: true, verified: true });
      calls.verified.push(id);
    },
  };
  const recordCommand = async ({ type, userId }: { type: string; userId: number }) =>
    void calls.commands.push(`${type} ${userId}`);
  const directory = { refresh: async (some: number[]) => void calls.refreshed.push(...some) };
  const logger = pino({}, { write: (line: string) => void calls.lines.push(JSON.parse(line) as object) });
  const services = { env: { secret: 's' }, log, vault, commands: { account: recordCommand }, directory, logger };
  return { ...calls, services: services as unknown as Services };
}

const listNumbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('registers accounts missing in an older log again, except erased ones', async () => {
  const log = new MemoryLog();
  await registerUsers(log, 4);
  await log.append('user-1', [buildEvent('UserVerified.v1', { userId: 1 })], 0);
  await log.append('user-4', [buildEvent('UserErased.v1', { userId: 4, texts: true })], 0);
  const lostEvent = { id: randomUUID(), stream: 'user-9', revision: 0, position: '0'.repeat(19) + '9' };
  const otherBinding = { logId: 'a', event: lostEvent, secretHmac: 'other' };
  const olderLog = buildParts(log, listNumbers(1, 1_200), (id) => [1, 2, 4, 1_200].includes(id), otherBinding);
  await reconcileVault(olderLog.services, 'a');
  expect(olderLog.commands).toEqual([
    'Verify 2',
    ...listNumbers(5, 1_200).map((id) => `Register ${id}`),
    'Verify 1200',
  ]);
  expect(olderLog.lines).toContainEqual(expect.objectContaining({ registered: 1_196 }));
});

test('verifies accounts in an older vault that are verified in the log, and counts missing ones', async () => {
  const log = new MemoryLog();
  await registerUsers(log, 1_500);
  for (const id of listNumbers(1, 1_500))
    await log.append(`user-${id}`, [buildEvent('UserVerified.v1', { userId: id })], 0);
  for (const userId of [3, 1_450]) {
    await log.append(`user-${userId}`, [buildEvent('UserErased.v1', { userId, texts: true })], 1);
  }
  const olderLog = buildParts(log, listNumbers(1, 1_400), (id) => id === 7);
  await reconcileVault(olderLog.services, 'a');
  const lateIds = listNumbers(1, 1_400).filter((id) => id !== 7 && id !== 3);
  expect(olderLog.verified).toEqual(lateIds);
  expect(olderLog.refreshed).toEqual(lateIds);
  expect(olderLog.commands).toEqual([]);
  expect(olderLog.lines).toContainEqual(expect.objectContaining({ missing: 99 }));
});
