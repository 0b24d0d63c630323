import type { Actor } from '@guildhall/domain/permissions.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberRole } from '@guildhall/domain/roles.js';
import { upcastEvent } from '@guildhall/domain/events.js';
import { samples } from '@guildhall/domain/testing/samples.js';
import { canBeUndone } from '@guildhall/domain/undo/undo.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '../services.js';
import { addMember, makeAdmin, testContext, testServer } from '../testing/services.js';
import { undo } from '../commands/undo.js';
import { makeForum, posts, send, steps, threads, wallPosts } from '../testing/staff-actions.js';
import { takeStaffSnapshot, type Snapshot } from '../testing/staff-snapshot.js';

const server = testServer(beforeAll);
let services: Services;
let admin: Actor;
let memberIds: number[] = [];

beforeAll(async () => {
  ({ services } = server);
  const names = ['Alex', 'Steve', 'Robin', 'Casey'];
  memberIds = (await Promise.all(names.map((name) => addMember(services, name)))).map(({ id }) => id);
  await makeAdmin(services, memberIds[0] ?? 0);
  admin = services.policy.getActor(memberIds[0] ?? 0);
  await makeForum(services, admin, memberIds);
});

const undoneTypes = new Set<string>();
const undoEntry = (entry: StoredEvent) => {
  undoneTypes.add(entry.type);
  return undo(services, entry, admin, testContext(String(admin.userId)));
};

const undoableTypes = Object.entries(samples)
  .flatMap(([type, data]) => upcastEvent(type, data) ?? [])
  .filter(canBeUndone)
  .map(({ type }) => type)
  .sort();

const takeSnapshot = (): Promise<Snapshot> => takeStaffSnapshot(services, threads, posts, wallPosts);

async function readEventsSince(position: string): Promise<StoredEvent[]> {
  return services.log.readAll(position, 1_000);
}

describe('undo', () => {
  test(
    'undoing random events in reverse order restores the initial state, field by field',
    { timeout: 120_000 },
    async () => {
      let undoneCount = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const [snapshotBefore, head] = [await takeSnapshot(), await services.log.readHead()];
          for (const step of sequence) await send(services, admin, memberIds, step);
          const entries = await readEventsSince(head);
          for (const entry of entries.reverse()) await undoEntry(entry);
          undoneCount += entries.length;
          expect(await takeSnapshot()).toEqual(snapshotBefore);
        }),
        { numRuns: 300 },
      );
      console.log(`${undoneCount} acts undone`);
      expect(undoneCount).toBeGreaterThan(500);
    },
  );

  test(
    'undoing an undo repeats the action, and undoing that restores the initial state',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const [snapshotBefore, head] = [await takeSnapshot(), await services.log.readHead()];
          for (const step of sequence) await send(services, admin, memberIds, step);
          const snapshotAfter = await takeSnapshot();
          const undoAll = async (entries: StoredEvent[]) => {
            const from = await services.log.readHead();
            for (const entry of entries.toReversed()) await undoEntry(entry);
            return readEventsSince(from);
          };
          const undos = await undoAll(await readEventsSince(head));
          expect(await takeSnapshot()).toEqual(snapshotBefore);
          const redos = await undoAll(undos);
          expect(await takeSnapshot()).toEqual(snapshotAfter);
          await undoAll(redos);
          expect(await takeSnapshot()).toEqual(snapshotBefore);
        }),
        { numRuns: 100 },
      );
    },
  );

  test('the random events include every type that can be undone', () => {
    expect([...undoneTypes].sort()).toEqual(undoableTypes);
  });

  test('rejects an undo of a field that has since changed, and names the field', async () => {
    const userId = memberIds[2] ?? 0;
    const ban = (until: string | null) =>
      services.commands.staff({ type: 'Ban', userId, reason: null, until }, admin, testContext(String(admin.userId)));
    const head = await services.log.readHead();
    await ban(null);
    await ban('2100-01-01T00:00:00.000Z');
    const [first, second] = await readEventsSince(head);
    if (!first || !second) throw new Error('The bans are not in the log');
    const undoAsAdmin = (entry: StoredEvent) => undo(services, entry, admin, testContext(String(admin.userId)));
    await expect(undoAsAdmin(first)).rejects.toMatchObject({ code: 'changed-since', field: `ban of member ${userId}` });
    await undoAsAdmin(second);
    await undoAsAdmin(first);
    expect(services.policy.findBan(userId)).toBeNull();
    await expect(undoAsAdmin(first)).rejects.toMatchObject({ code: 'changed-since' });
  });

  const runCommands = async (...commands: (() => Promise<unknown>)[]): Promise<StoredEvent[]> => {
    const head = await services.log.readHead();
    for (const command of commands) await command();
    return readEventsSince(head);
  };
  const createAdminContext = () => testContext(String(admin.userId));

  test('undoing a theme change does not overwrite a theme whose name differs only in case', async () => {
    const save = (name: string, css: string) => () =>
      services.commands.theme({ type: 'SaveTheme', name, css, publish: false }, admin, createAdminContext());
    const remove = () => services.commands.theme({ type: 'RemoveTheme', name: 'Dark' }, admin, createAdminContext());
    const [, removal] = await runCommands(
      save('Dark', '--color-bg: #111111;'),
      remove,
      save('dark', '--color-bg: #222222;'),
    );
    if (!removal) throw new Error('The removal is not in the log');
    await expect(undo(services, removal, admin, createAdminContext())).rejects.toMatchObject({ code: 'changed-since' });
    expect(services.site.theme.themes.get('dark')?.css).toBe('--color-bg: #222222;');
  });

  test('undoing a ban that replaced an expired one lifts the ban', async () => {
    const userId = memberIds[3] ?? 0;
    const ban = (until: string | null) => () =>
      services.commands.staff({ type: 'Ban', userId, reason: null, until }, admin, createAdminContext());
    const banEnd = new Date(Date.now() + 40).toISOString();
    const [, second] = await runCommands(ban(banEnd), ban(null));
    if (!second) throw new Error('The bans are not in the log');
    await sleep(60);
    await undo(services, second, admin, createAdminContext());
    expect(services.policy.findBan(userId)).toBeNull();
  });

  test('undoing a role deletion returns the role to the holders who still exist', async () => {
    const [erasedMember, stays] = [await addMember(services, 'Leaving'), await addMember(services, 'Staying')];
    const role = { roleId: 790, name: 'crew', displayName: 'Crew', description: '' };
    const give = (userId: number) => () =>
      services.commands.staff({ type: 'GiveRole', userId, roleId: 790 }, admin, createAdminContext());
    const [deletion] = (
      await runCommands(
        () => services.commands.staff({ type: 'CreateRole', ...role }, admin, createAdminContext()),
        give(erasedMember.id),
        give(stays.id),
        () => services.commands.staff({ type: 'DeleteRole', roleId: 790 }, admin, createAdminContext()),
        () =>
          services.commands.staff(
            { type: 'Leave', userId: erasedMember.id, texts: false },
            admin,
            createAdminContext(),
          ),
      )
    ).filter(({ type }) => type === 'RoleDeleted.v1');
    if (!deletion) throw new Error('The deletion is not in the log');
    await undo(services, deletion, admin, createAdminContext());
    expect([erasedMember.id, stays.id].map((id) => services.policy.getRoleId(id))).toEqual([memberRole.id, 790]);
  });

  test('an undo requires permission for the opposite action, and an erasure cannot be undone', async () => {
    const erasedMember = await addMember(services, 'Gone');
    const head = await services.log.readHead();
    await services.commands.thread(threads[0] ?? 0, { type: 'ChangeThread', locked: true }, admin, testContext());
    await services.commands.staff({ type: 'Leave', userId: erasedMember.id, texts: true }, admin, testContext());
    const [lock, leave] = await readEventsSince(head);
    if (!lock || !leave) throw new Error('The acts are not in the log');
    const member = services.policy.getActor(memberIds[1] ?? 0);
    await expect(undo(services, lock, member, testContext())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(undo(services, leave, admin, testContext())).rejects.toMatchObject({ code: 'not-undoable' });
    await undo(services, lock, admin, testContext());
  });
});
