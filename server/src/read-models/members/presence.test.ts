import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addMember, makeAdmin, testContext, testServer, type TestMember } from '../../testing/services.js';
import type { Account } from '../../vault/account/account.js';
import { VaultUnavailable } from '../../vault/vault.js';
import { findLastSeen } from './about.js';
import { listOnlineMembers, listThreadReaders } from './presence-rows.js';
import { Presence, type Connection } from './presence.js';

const server = testServer();
const start = Date.parse('2026-01-01T12:00:00.000Z');
let now: number;
let ownPresence: Presence;
let otherPresence: Presence;
let anna: TestMember;
let bram: TestMember;
let mila: TestMember;
beforeEach(async () => {
  now = start;
  [ownPresence, otherPresence] = [createServer(), createServer()];
  anna = await addMember(server.services, 'Anna');
  bram = await addMember(server.services, 'Bram');
  mila = await addMember(server.services, 'Mila');
  await makeAdmin(server.services, mila.id);
});

const createServer = () => new Presence({ ...server.services, now: () => now });
const buildConnection = (userId: number | null, more: Partial<Connection> = {}): Connection => ({
  userId,
  since: new Date(start).toISOString(),
  threads: [],
  writing: null,
  ...more,
});
const connect = (presence: Presence, ...connections: Connection[]) =>
  presence.follow({
    all: () => connections,
    includes: (userId) => connections.some((connection) => connection.userId === userId),
  });
const exchange = async (...servers: Presence[]) => {
  for (const presence of servers) await presence.exchange();
};
const readIds = async (presence: Presence) => (await presence.takeSnapshot()).members.map(({ userId }) => userId);
const listReaders = async (presence: Presence, mayView = (_: number) => true) =>
  listThreadReaders(server.services.directory, await presence.takeSnapshot(), 42, mayView);
const hide = async ({ id }: TestMember, hideSeen = true) => {
  await server.services.vault.editAccount(id, () => ({ about: { title: null, bio: null, links: [], hideSeen } }));
  await server.services.directory.refresh([id]);
};
const changePresence = (presence: boolean) =>
  server.services.commands.settings(
    { type: 'ChangeSettings', changes: { presence } },
    server.services.policy.getActor(mila.id),
    testContext(),
  );
const listStoredRows = () => server.services.vault.listPresence('', 10);

describe('presence across two servers', () => {
  test("merges a member's pages on two servers and counts the guests of both", async () => {
    connect(
      ownPresence,
      buildConnection(anna.id, { threads: [42], since: '2026-01-01T11:00:00.000Z' }),
      buildConnection(null),
    );
    connect(
      otherPresence,
      buildConnection(anna.id, { threads: [43], writing: 43 }),
      buildConnection(bram.id, { threads: [42] }),
    );
    await exchange(otherPresence, ownPresence, otherPresence);
    const mergedMembers = [
      { userId: anna.id, since: '2026-01-01T11:00:00.000Z', threads: [42, 43], writing: 43 },
      { userId: bram.id, since: '2026-01-01T12:00:00.000Z', threads: [42], writing: null },
    ];
    for (const presence of [ownPresence, otherPresence]) {
      const snapshot = await presence.takeSnapshot();
      expect(snapshot.members.map((member) => ({ ...member, threads: [...member.threads].sort() }))).toEqual(
        mergedMembers,
      );
      expect(snapshot.guests).toBe(1);
      expect([anna.id, bram.id, 9].map((id) => presence.isOnline(id))).toEqual([true, true, false]);
    }
  });

  test("a crashed server's rows expire after 45 seconds, and its writing members after 20", async () => {
    connect(
      otherPresence,
      buildConnection(bram.id, { threads: [42], writing: 42 }),
      buildConnection(null, { threads: [42] }),
    );
    await exchange(otherPresence, ownPresence);
    const isWriting = async () => (await listReaders(ownPresence)).members.map(({ writing }) => writing);
    now += 19_999;
    expect([(await listReaders(ownPresence)).readers, await isWriting()]).toEqual([2, [true]]);
    now += 1;
    expect(await isWriting()).toEqual([false]);
    now = start + 44_999;
    await ownPresence.exchange();
    expect(await readIds(ownPresence)).toEqual([bram.id]);
    now += 1;
    expect([
      await readIds(ownPresence),
      ownPresence.isOnline(bram.id),
      (await listReaders(ownPresence)).readers,
    ]).toEqual([[], false, 0]);
    await ownPresence.exchange();
    expect(await listStoredRows()).toEqual([]);
  });

  test('a server that stops or has no connections removes its presence row', async () => {
    connect(otherPresence, buildConnection(bram.id));
    connect(ownPresence, buildConnection(anna.id));
    await exchange(ownPresence, otherPresence);
    expect(await listStoredRows()).toHaveLength(2);
    await otherPresence.withdraw();
    connect(ownPresence);
    await ownPresence.exchange();
    expect(await listStoredRows()).toEqual([]);
    expect(await readIds(ownPresence)).toEqual([]);
  });

  test('a server that cannot write its row disappears from other servers, and returns with its next row', async () => {
    connect(otherPresence, buildConnection(bram.id, { threads: [42] }));
    connect(ownPresence, buildConnection(anna.id));
    await exchange(otherPresence, ownPresence, otherPresence);
    const save = vi.spyOn(server.services.vault, 'savePresence').mockRejectedValue(new VaultUnavailable('away'));
    now += 45_000;
    await otherPresence.exchange();
    expect([await readIds(otherPresence), await readIds(ownPresence)]).toEqual([[bram.id], [anna.id]]);
    save.mockRestore();
    await exchange(otherPresence, ownPresence, otherPresence);
    for (const presence of [ownPresence, otherPresence]) expect(await readIds(presence)).toEqual([anna.id, bram.id]);
  });

  test('lists everyone until their presence rows expire if the vault is unavailable', async () => {
    connect(otherPresence, buildConnection(bram.id));
    await exchange(otherPresence, ownPresence);
    vi.spyOn(server.services.vault, 'listPresence').mockRejectedValue(new VaultUnavailable('away'));
    now += 44_999;
    await ownPresence.exchange();
    expect(await readIds(ownPresence)).toEqual([bram.id]);
    now += 1;
    await ownPresence.exchange();
    expect(await readIds(ownPresence)).toEqual([]);
  });
});

describe('hidden presence', () => {
  test("hiding one's presence immediately stops it from being sent or stored", async () => {
    connect(otherPresence, buildConnection(anna.id, { threads: [42], writing: 42 }), buildConnection(bram.id));
    await exchange(otherPresence, ownPresence);
    await hide(anna);
    for (const presence of [ownPresence, otherPresence]) {
      expect(await readIds(presence)).toEqual([bram.id]);
      expect(await listReaders(presence)).toMatchObject({ readers: 0, members: [] });
    }
    expect(ownPresence.isOnline(anna.id)).toBe(false);
    await otherPresence.exchange();
    expect((await listStoredRows()).flatMap(({ members }) => members.map(({ userId }) => userId))).toEqual([bram.id]);
    await hide(anna, false);
    expect(await readIds(otherPresence)).toEqual([anna.id, bram.id]);
  });

  test('sends and stores no presence while the site does not show who is online', async () => {
    connect(ownPresence, buildConnection(anna.id), buildConnection(null));
    await ownPresence.exchange();
    await changePresence(false);
    await server.services.site.load(server.services.log);
    expect(await ownPresence.takeSnapshot()).toMatchObject({ members: [], guests: 0 });
    await ownPresence.exchange();
    expect(await listStoredRows()).toEqual([]);
    const disabledRow = listOnlineMembers(
      { ...server.services, presence: ownPresence },
      await ownPresence.takeSnapshot(),
    );
    expect(disabledRow).toEqual({ enabled: false, count: 0, guests: 0, members: [] });
    await ownPresence.record(anna.id);
    expect((await server.services.vault.findAccount(anna.id))?.seenAt).toBeUndefined();
  });

  test("never lists a banned or erased member, even if another server's row contains them", async () => {
    connect(otherPresence, buildConnection(anna.id), buildConnection(bram.id));
    await exchange(otherPresence, ownPresence);
    const { policy, commands, vaultErasure, log } = server.services;
    const ban = { type: 'Ban', userId: anna.id, reason: null, until: null } as const;
    await commands.staff(ban, policy.getActor(mila.id), testContext());
    await policy.load(log);
    expect(await readIds(ownPresence)).toEqual([bram.id]);
    await vaultErasure.erase(bram.id, true);
    expect(await readIds(ownPresence)).toEqual([]);
    expect((await listStoredRows()).flatMap(({ members }) => members.map(({ userId }) => userId))).toEqual([anna.id]);
  });

  test('lists at most eight readers who can view the thread, starting with those who are writing', async () => {
    const otherMembers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => addMember(server.services, `Reader${n}`)),
    );
    const readingState = { threads: [42] };
    connect(
      ownPresence,
      ...[anna, ...otherMembers].map(({ id }) => buildConnection(id, readingState)),
      buildConnection(bram.id, { threads: [42], writing: 42, since: '2026-01-01T13:00:00.000Z' }),
      buildConnection(null, readingState),
    );
    const row = await listReaders(ownPresence, (userId) => userId !== anna.id);
    expect(row.readers).toBe(11);
    expect(row.members).toHaveLength(8);
    expect(row.members[0]).toMatchObject({ id: bram.id, writing: true });
    expect(row.members.map(({ id }) => id)).not.toContain(anna.id);
  });

  test('lists staff first and at most sixty members online', async () => {
    const ids = Array.from({ length: 70 }, (_, n) => n + 1_000);
    const snapshot = {
      guests: 0,
      readersByThread: new Map(),
      guestsByThread: new Map(),
      members: [...ids, mila.id].map((userId) => ({ ...buildConnection(userId), userId })),
    };
    const { count, members } = listOnlineMembers(server.services, snapshot);
    expect([count, members.length, members[0]]).toMatchObject([71, 60, { id: mila.id, staff: true }]);
    expect(members[1]).toMatchObject({ staff: false });
  });
});

describe('last visits', () => {
  test('records a last visit at most once every five minutes, unless the member hides it', async () => {
    const readLastSeen = async () => (await server.services.vault.findAccount(anna.id))?.seenAt;
    await ownPresence.record(anna.id);
    now += 299_999;
    await ownPresence.record(anna.id);
    expect(await readLastSeen()).toBe('2026-01-01T12:00:00.000Z');
    now += 1;
    await ownPresence.record(anna.id);
    expect(await readLastSeen()).toBe('2026-01-01T12:05:00.000Z');
    await hide(anna);
    now += 300_000;
    await ownPresence.record(anna.id);
    expect(await readLastSeen()).toBe('2026-01-01T12:05:00.000Z');
  });

  test('shows the latest session or page activity to others unless the member hides it', async () => {
    const session = { createdAt: '2026-01-01', usedAt: '2026-01-03' };
    const vault = { listSessions: () => Promise.resolve([session, { createdAt: '2026-01-02' }]) };
    const readAs = (more: object, reader: number, isEnabled = true) => {
      const presence = { isEnabled, isOnline: () => false };
      return findLastSeen({ presence, vault } as never, { id: 7, ...more } as Account, reader);
    };
    expect(await readAs({}, 8)).toEqual({ online: false, last_seen: '2026-01-03' });
    expect(await readAs({ seenAt: '2026-01-04' }, 8)).toEqual({ online: false, last_seen: '2026-01-04' });
    expect(await readAs({}, 8, false)).toBeNull();
    const about = { title: null, bio: null, links: [], hideSeen: true };
    expect([await readAs({ about }, 8), await readAs({ about }, 7)]).toEqual([
      null,
      { online: false, last_seen: '2026-01-03' },
    ]);
  });
});
