import { settings } from '@guildhall/domain/settings/decide.js';
import { structure } from '@guildhall/domain/structure/decide.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { beginning, type StoredEvent } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { Fold } from './fold.js';
import { findLogId, readLogIdentity } from './log-identity.js';
import { UnknownRightsEvent } from './unknown-rights-event.js';

function buildStoredEvent(revision: number, commandId: string, more: Partial<StoredEvent> = {}): StoredEvent {
  const [position, metadata] = [toPosition(revision + 1), { commandId }];
  return { id: `${revision}`, stream: 'any', revision, position, type: 'NobodyKnows.v9', data: {}, metadata, ...more };
}

test('a fold remembers the position and event count of its last ten thousand commands', () => {
  const fold = new Fold('settings', settings);
  for (let n = 0; n < 10_002; n++) fold.apply(buildStoredEvent(n, `command ${n}`));
  for (const n of [10_002, 10_003]) fold.apply(buildStoredEvent(n, 'the last one'));
  expect(fold.commands.size).toBe(10_000);
  expect(fold.commands.has('command 2')).toBe(false);
  expect(fold.commands.get('command 3')).toEqual({ position: toPosition(4), events: 1 });
  expect(fold.commands.get('the last one')).toEqual({ position: toPosition(10_004), events: 2 });
});

test('a fold applies each event once and then passes it to its listener', () => {
  const appliedEvents: unknown[] = [];
  let buildPosition = (): unknown[] => [];
  const fold = new Fold('settings', settings, ({ id }) => appliedEvents.push([id, ...buildPosition()]));
  buildPosition = () => [fold.revision, fold.position];
  for (const revision of [0, 1, 0, 1, 2]) fold.apply(buildStoredEvent(revision, 'command'));
  expect(appliedEvents).toEqual([0, 1, 2].map((n) => [`${n}`, n, toPosition(n + 1)]));
  expect(fold.commands.get('command')?.events).toBe(3);
  expect(fold.nextRevision).toBe(3);
});

test('a permission fold never continues past an unknown event', () => {
  const fold = new Fold('structure', structure);
  for (let times = 0; times < 2; times++)
    expect(() => fold.apply(buildStoredEvent(0, 'newer'))).toThrow(UnknownRightsEvent);
  expect([fold.revision, fold.position, fold.commands.size]).toEqual(['no-stream', null, 0]);
});

test('processes that start together on an empty log agree on a single log id', async () => {
  const log = new MemoryLog();
  expect(await findLogId(log)).toBeNull();
  const ids = await Promise.all(Array.from({ length: 5 }, () => readLogIdentity(log)));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
  expect(await findLogId(log)).toBe(ids[0]);
  expect(await log.readAll(beginning, 10)).toHaveLength(1);
});
