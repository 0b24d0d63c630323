import { randomUUID } from 'node:crypto';
import { guest } from '@guildhall/domain/permissions.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { settings } from '@guildhall/domain/settings/decide.js';
import { theme } from '@guildhall/domain/theme/decide.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createContext } from './command-context.js';
import { Fold } from '../log/fold.js';
import { handle } from './handle.js';

const admin = { ...guest, userId: 1, roleId: adminRole.id, keys: new Set(adminRole.keys) };
const loadContext = () => ({ actor: admin });
const buildContext = (key?: string) => createContext('1', 'test', key, 'test');
const rename = (name: string) => ({ type: 'ChangeSettings', changes: { name } }) as const;

let log: MemoryLog;
beforeEach(() => (log = new MemoryLog()));
afterEach(() => log.close());

describe('handling a command', () => {
  test('a repeated command returns the same event ids for any number of events', async () => {
    const fold = new Fold('theme', theme);
    const save = { type: 'SaveTheme', name: 'Ocean', css: '--color-bg: #001122;', publish: true } as const;
    const firstResult = await handle(log, fold, save, loadContext, buildContext('once'));
    const repeatedResult = await handle(log, fold, save, loadContext, buildContext('once'));
    expect(firstResult.eventIds).toHaveLength(2);
    expect(repeatedResult).toEqual(firstResult);
  });

  test('a repeated command returns the first result, even with other content on a fresh server', async () => {
    const firstResult = await handle(
      log,
      new Fold('settings', settings),
      rename('Once'),
      loadContext,
      buildContext('key'),
    );
    const sendAgain = (name: string) =>
      handle(log, new Fold('settings', settings), rename(name), loadContext, buildContext('key'));
    expect(await sendAgain('Twice')).toEqual(firstResult);
    await handle(log, new Fold('settings', settings), rename('Later'), loadContext, buildContext());
    for (const name of ['Once', 'Later', 'Guildhall', '']) expect(await sendAgain(name)).toEqual(firstResult);
    expect(await log.readStream('settings')).toHaveLength(2);
  });

  test('decides a command again if the first decision was based on outdated state', async () => {
    const outdatedFold = new Fold('settings', settings);
    await handle(log, outdatedFold, rename('Here'), loadContext, buildContext());
    await outdatedFold.catchUp(log);
    await handle(log, new Fold('settings', settings), rename('There'), loadContext, buildContext());
    expect((await handle(log, outdatedFold, rename('Here'), loadContext, buildContext())).eventIds).toHaveLength(1);
    expect((await log.readStream('settings')).map(({ data }) => data)).toMatchObject([
      { before: { name: 'Guildhall' } },
      { before: { name: 'Here' } },
      { before: { name: 'There' } },
    ]);
  });

  test('a command eventually succeeds while many servers write to the same stream', async () => {
    const servers = Array.from({ length: 6 }, () => new Fold('settings', settings));
    const sent = servers.flatMap((fold, server) =>
      [1, 2, 3].map((n) => handle(log, fold, rename(`Site ${server} ${n}`), loadContext, buildContext(), true)),
    );
    expect(await Promise.all(sent)).toHaveLength(18);
    expect(await log.readStream('settings')).toHaveLength(18);
  });
});

test('rejects an undo if another server changes the field during its check', async () => {
  const sharedFold = new Fold('settings', settings);
  await handle(log, sharedFold, rename('Y'), loadContext, buildContext());
  await sharedFold.catchUp(log);
  const [lastEvent] = await log.readStream('settings');
  if (!lastEvent) throw new Error('Nothing was written');
  let hasMeddled = false;
  const meddlingLog: EventLog = {
    ...bindMethods(log),
    async readStream(stream, from) {
      const events = await log.readStream(stream, from);
      if (from !== lastEvent.revision || hasMeddled) return events;
      hasMeddled = true;
      const data = { changes: { name: 'Z' }, before: { name: 'Y' } };
      const metadata = { at: new Date().toISOString() };
      await log.append(
        'settings',
        [{ id: randomUUID(), type: 'SettingsChanged.v1', data, metadata }],
        lastEvent.revision,
      );
      for (const event of await log.readStream('settings')) sharedFold.apply(event);
      return events;
    },
  };
  const undo = handle(
    meddlingLog,
    sharedFold,
    rename('Guildhall'),
    loadContext,
    { ...buildContext(), undoes: lastEvent },
    true,
  );
  await expect(undo).rejects.toMatchObject({ code: 'changed-since', field: 'setting name' });
  expect(sharedFold.state.settings.name).toBe('Z');
});

const bindMethods = (memoryLog: MemoryLog): EventLog => ({
  append: memoryLog.append.bind(memoryLog),
  readStream: memoryLog.readStream.bind(memoryLog),
  readAll: memoryLog.readAll.bind(memoryLog),
  subscribeAll: memoryLog.subscribeAll.bind(memoryLog),
  readHead: memoryLog.readHead.bind(memoryLog),
  close: memoryLog.close.bind(memoryLog),
});
