import { expect, test } from 'vitest';
import type { GameHead } from '../../vault/games/game-accounts.js';
import type { Vault } from '../../vault/vault.js';
import { buildGameAccount, buildGameCode, buildPlayerSession } from './game-samples.js';
import { formatHour, buildAccount } from '../vault/vault-samples.js';

export function testGameAccounts(vault: () => Vault): void {
  const add = async (...ids: number[]) => {
    for (const id of ids) await vault().addGameAccount(buildGameAccount(id));
  };
  const buildHead = (id: number): GameHead => ({
    id,
    bytes: 'UklGRg==',
    source: 'https://heads.example',
    fetchedAt: formatHour(1),
    failed: false,
  });
  const listIds = (accounts: readonly { id: number }[]) => accounts.map(({ id }) => id);

  test('an identity has one account, even if two servers add it at the same time', async () => {
    const other = { ...buildGameAccount(1), id: 2 };
    const results = await Promise.all([vault().addGameAccount(buildGameAccount(1)), vault().addGameAccount(other)]);
    const [stored] = await vault().findGameAccountsWith([buildGameAccount(1)]);
    expect([buildGameAccount(1), other]).toContainEqual(stored);
    expect(results).toEqual([stored, stored]);
    expect(await vault().findGameAccounts([1, 2])).toEqual([stored]);
  });

  test('distinguishes accounts by edition, login mode and, if offline, game server', async () => {
    const { uuid } = buildGameAccount(1);
    const variants = [
      buildGameAccount(1),
      buildGameAccount(2, { uuid, edition: 'bedrock' }),
      buildGameAccount(3, { uuid, loginMode: 'offline', serverId: 7 }),
      buildGameAccount(4, { uuid, loginMode: 'offline', serverId: 8 }),
    ];
    for (const account of variants) expect(await vault().addGameAccount(account)).toEqual(account);
    for (const account of variants) expect(await vault().findGameAccountsWith([account])).toEqual([account]);
    expect(await vault().findGameAccountsWith([buildGameAccount(5), ...variants])).toHaveLength(4);
  });

  test('retains the latest 20 former names, and ignores earlier times', async () => {
    await add(1);
    await vault().seeGameAccount(1, 'Player1', formatHour(2));
    await vault().seeGameAccount(1, 'Late', formatHour(1));
    expect(await vault().findGameAccounts([1])).toEqual([buildGameAccount(1, { seenAt: formatHour(2) })]);
    await vault().seeGameAccount(1, 'New', formatHour(3));
    const renamedFields = {
      name: 'New',
      formerNames: [{ username: 'Player1', until: formatHour(3) }],
      seenAt: formatHour(3),
    };
    expect(await vault().findGameAccounts([1])).toEqual([buildGameAccount(1, renamedFields)]);
    for (let day = 10; day < 32; day++) await vault().seeGameAccount(1, `N${day}`, `2026-01-${day}T00:00:00.000Z`);
    const [account] = await vault().findGameAccounts([1]);
    expect(account?.formerNames.map(({ username }) => username)).toEqual(
      Array.from({ length: 20 }, (_, n) => `N${n + 11}`),
    );
    expect(await vault().findGameAccountsNamed('n31', 10)).toEqual([account]);
    expect(await vault().findGameAccountsNamed('Player1', 10)).toEqual([]);
  });

  test('finds accounts by name, most recently seen first', async () => {
    await vault().addGameAccount(buildGameAccount(1, { name: 'Steve', seenAt: formatHour(1) }));
    await vault().addGameAccount(buildGameAccount(2, { name: 'STEVE', seenAt: formatHour(2) }));
    await vault().addGameAccount(buildGameAccount(3, { name: 'Alex' }));
    expect(listIds(await vault().findGameAccountsNamed('steve', 10))).toEqual([2, 1]);
    expect(listIds(await vault().findGameAccountsNamed('steve', 1))).toEqual([2]);
  });

  test('finds accounts by the start of their name, in the order of their names', async () => {
    for (const [n, name] of ['Steven', 'steve', 'STEVE_2', 'Ste', 'Alex', 'Stew'].entries())
      await vault().addGameAccount(buildGameAccount(n + 1, { name }));
    expect(listIds(await vault().findGameAccountsStartingWith('Steve', 10))).toEqual([2, 3, 1]);
    expect(listIds(await vault().findGameAccountsStartingWith('steve', 2))).toEqual([2, 3]);
    expect(await vault().findGameAccountsStartingWith('teve', 10)).toEqual([]);
  });

  test('remembers the ranks that each game server reported last', async () => {
    await add(1);
    await vault().saveReportedRanks(1, 7, ['vip']);
    await vault().saveReportedRanks(1, 8, ['vip', 'builder']);
    await vault().saveReportedRanks(1, 7, []);
    await vault().saveReportedRanks(2, 7, ['vip']);
    await vault().seeGameAccount(1, 'New', formatHour(3));
    const [account, ...others] = await vault().findGameAccounts([1, 2]);
    expect(account).toMatchObject({ name: 'New', reportedRanks: { 7: [], 8: ['vip', 'builder'] } });
    expect(others).toEqual([]);
  });

  test('paginates accounts that have not been seen for a long time', async () => {
    for (const id of [1, 2, 3])
      await vault().addGameAccount(buildGameAccount(id, { seenAt: formatHour(id === 2 ? 5 : 1) }));
    expect(listIds(await vault().findGameAccountsSeenBefore(formatHour(5), 0, 1))).toEqual([1]);
    expect(listIds(await vault().findGameAccountsSeenBefore(formatHour(5), 1, 10))).toEqual([3]);
  });

  test('lists each former name once, with the last time', async () => {
    await add(1);
    for (const [hours, name] of [
      [2, '.Steve'],
      [3, '*Steve'],
      [4, '.Steve'],
      [5, '*Steve'],
    ] as const)
      await vault().seeGameAccount(1, name, formatHour(hours));
    expect((await vault().findGameAccounts([1]))[0]?.formerNames).toEqual([
      { username: 'Player1', until: formatHour(2) },
      { username: '*Steve', until: formatHour(4) },
      { username: '.Steve', until: formatHour(5) },
    ]);
  });

  test('removes an account only if it has not been seen in the meantime', async () => {
    await add(1, 2);
    await vault().seeGameAccount(2, 'Player2', formatHour(3));
    const removed = [
      await vault().removeUnseenGameAccount(1, formatHour(2)),
      await vault().removeUnseenGameAccount(2, formatHour(2)),
    ];
    expect([removed, listIds(await vault().findGameAccounts([1, 2]))]).toEqual([[true, false], [2]]);
  });

  test('removes an account with its sessions and code', async () => {
    await add(1, 2);
    for (const id of [1, 2]) {
      await vault().addPlayerSession(buildPlayerSession(id, 7, formatHour(1)));
      await vault().saveGameCode(buildGameCode({ accountId: id }, { hash: `hash ${id}` }));
      await vault().saveGameHead(buildHead(id));
    }
    await vault().removeGameAccounts([1]);
    expect(listIds(await vault().findGameAccounts([1, 2]))).toEqual([2]);
    expect(await vault().findPlayerSessionsBefore(1, null, 10)).toEqual([]);
    expect(await vault().findPlayerSessionsBefore(2, null, 10)).toHaveLength(1);
    expect([await vault().findGameCode('hash 1'), (await vault().findGameCode('hash 2'))?.accountId]).toEqual([
      null,
      2,
    ]);
    expect([await vault().findGameHead(1), await vault().findGameHead(2)]).toEqual([null, buildHead(2)]);
  });

  test.each([true, false])("erases a member's game accounts (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await add(11, 12, 13);
    for (const id of [11, 13]) {
      await vault().addPlayerSession(buildPlayerSession(id, 7, formatHour(1)));
      await vault().saveGameHead(buildHead(id));
    }
    await vault().saveGameCode(buildGameCode({ userId: 1 }, { hash: 'own' }));
    await vault().saveGameCode(buildGameCode({ accountId: 11 }, { hash: 'linked' }));
    await vault().saveGameCode(buildGameCode({ userId: 2 }, { hash: 'other' }));
    await vault().eraseAccount(1, dropKey, { gameAccounts: [11, 12] });
    expect(listIds(await vault().findGameAccounts([11, 12, 13]))).toEqual([13]);
    expect(await vault().findPlayerSessionsBefore(11, null, 10)).toEqual([]);
    expect(await vault().findPlayerSessionsBefore(13, null, 10)).toHaveLength(1);
    expect([await vault().findGameHead(11), await vault().findGameHead(13)]).toEqual([null, buildHead(13)]);
    const codes = await Promise.all(['own', 'linked', 'other'].map((hash) => vault().findGameCode(hash)));
    expect(codes.map((code) => code?.userId)).toEqual([undefined, undefined, 2]);
  });

  test("replaces an account's picture, and removes old ones", async () => {
    await vault().saveGameHead({ ...buildHead(1), bytes: null, failed: true });
    await vault().saveGameHead(buildHead(1));
    await vault().saveGameHead({ ...buildHead(2), fetchedAt: formatHour(2) });
    expect(await vault().findGameHead(1)).toEqual(buildHead(1));
    await vault().pruneGameHeads(formatHour(2));
    expect([await vault().findGameHead(1), (await vault().findGameHead(2))?.id]).toEqual([null, 2]);
  });

  test("a new code replaces its holder's former one", async () => {
    await vault().saveGameCode(buildGameCode({ userId: 1 }, { hash: 'first' }));
    await vault().saveGameCode(buildGameCode({ userId: 1 }, { hash: 'second' }));
    expect(await vault().findGameCode('first')).toBeNull();
    expect(await vault().findGameCode('second')).toEqual(buildGameCode({ userId: 1 }, { hash: 'second' }));
    expect(await vault().useGameCode(buildGameCode({ userId: 1 }, { hash: 'first' }), 'account 1')).toBe(false);
    await vault().pruneGameCodes(formatHour(2));
    expect(await vault().findGameCode('second')).not.toBeNull();
    await vault().pruneGameCodes(formatHour(3));
    expect(await vault().findGameCode('second')).toBeNull();
  });

  test('a code can be used by a single member or account, but repeatedly', async () => {
    const code = buildGameCode({ userId: 1 });
    await vault().saveGameCode(code);
    const uses = await Promise.all(['account 1', 'account 2'].map((usedBy) => vault().useGameCode(code, usedBy)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    const winner = `account ${uses.indexOf(true) + 1}`;
    const loser = `account ${uses.indexOf(false) + 1}`;
    expect([await vault().useGameCode(code, winner), await vault().useGameCode(code, loser)]).toEqual([true, false]);
    expect(await vault().findGameCode('hash')).toEqual({ ...code, usedBy: winner });
  });
}

export function testPlayerSessions(vault: () => Vault): void {
  const [joinTime, seenTime] = [formatHour(1), formatHour(2)];

  test('stores a session once, and finds the last session and open ones', async () => {
    const session = buildPlayerSession(1, 7, joinTime);
    expect(await vault().addPlayerSession(session)).toBe(true);
    expect(await vault().addPlayerSession({ ...session, seenAt: seenTime })).toBe(false);
    await vault().addPlayerSession(buildPlayerSession(1, 8, joinTime));
    await vault().addPlayerSession(buildPlayerSession(2, 7, joinTime));
    expect([await vault().findLastPlayerSession(1, 7), await vault().findLastPlayerSession(2, 8)]).toEqual([
      session,
      null,
    ]);
    expect((await vault().findOpenPlayerSessions(7, 10)).map(({ accountId }) => accountId)).toEqual([1, 2]);
    expect(await vault().findOpenPlayerSessions(7, 1)).toHaveLength(1);
    await vault().changePlayerSession(session.id, { seenAt: seenTime });
    expect(await vault().findLastPlayerSession(1, 7)).toEqual({ ...session, seenAt: seenTime });
    expect(await vault().countOpenPlayerSessions(7, joinTime)).toBe(1);
    expect((await vault().findOpenPlayerSessionsSeenBefore(seenTime, 10)).map(({ serverId }) => serverId)).toEqual([
      8, 7,
    ]);
    await vault().changePlayerSession(session.id, { leftAt: seenTime });
    expect(await vault().countOpenPlayerSessions(7, '')).toBe(1);
    expect(await vault().findPlayerSessionsBefore(1, null, 10)).toContainEqual({
      ...session,
      seenAt: seenTime,
      leftAt: seenTime,
    });
  });

  test("paginates an account's sessions, newest first, and removes old ones", async () => {
    for (const hours of [1, 2, 3]) await vault().addPlayerSession(buildPlayerSession(1, 7, formatHour(hours)));
    expect((await vault().findLastPlayerSession(1, 7))?.joinedAt).toBe(formatHour(3));
    const listJoinsBefore = async (beforeJoin: string | null, limit = 10) =>
      (await vault().findPlayerSessionsBefore(1, beforeJoin, limit)).map(({ joinedAt }) => joinedAt);
    expect(await listJoinsBefore(null, 2)).toEqual([formatHour(3), formatHour(2)]);
    expect(await listJoinsBefore(formatHour(2))).toEqual([formatHour(1)]);
    await vault().prunePlayerSessions(formatHour(2));
    expect(await listJoinsBefore(null)).toEqual([formatHour(3), formatHour(2)]);
    expect([await vault().hasPlayerSessions(7), await vault().hasPlayerSessions(8)]).toEqual([true, false]);
  });
}
