import type { ReportedPlayer } from '@guildhall/domain/games/identity.js';
import { describe, expect, test } from 'vitest';
import { createLimits, RateLimitExceeded } from '../../request/rate-limits.js';
import { testServer } from '../../testing/services.js';
import { GameAccounts } from './game-accounts.js';

const buildTime = (minutes: number) => new Date(Date.UTC(2026, 0, 2, 12, minutes)).toISOString();
const buildPlayer = (digit: number, name: string, more: Partial<ReportedPlayer> = {}): ReportedPlayer => ({
  edition: 'java',
  loginMode: 'online',
  uuid: `${digit}`.repeat(12) + '4' + `${digit}`.repeat(19),
  name,
  ...more,
});

describe('accounts in the game', () => {
  const site = testServer();
  const getAccounts = () => site.services.gameAccounts;
  const describeOne = async (id: number) => (await getAccounts().describe([id])).get(id);

  test('two game servers that report the same online player refer to one account', async () => {
    const id = await getAccounts().resolve(buildPlayer(1, 'Steve'), 7, buildTime(0));
    expect(await getAccounts().resolve(buildPlayer(1, 'Steve'), 8, buildTime(1))).toBe(id);
    expect(Number.isSafeInteger(id)).toBe(true);
    expect(await getAccounts().find(buildPlayer(1, ''), 9)).toEqual(await describeOne(id));
  });

  test('an offline player of one game server is never a player of another', async () => {
    const offline = buildPlayer(1, 'Steve', { loginMode: 'offline' });
    const ids = [
      await getAccounts().resolve(offline, 7, buildTime(0)),
      await getAccounts().resolve(offline, 8, buildTime(1)),
      await getAccounts().resolve(buildPlayer(1, 'Steve'), 7, buildTime(2)),
    ];
    expect(new Set(ids).size).toBe(3);
    expect((await getAccounts().findNamed('steve', 8))?.id).toBe(ids[2]);
    expect(await getAccounts().find(offline, 9)).toBeNull();
  });

  test('resolves many players in one call, and a player who is listed twice to one account', async () => {
    const ids = await getAccounts().resolveAll(
      [buildPlayer(1, 'A'), buildPlayer(2, 'B'), buildPlayer(1, 'A')],
      7,
      buildTime(0),
    );
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
    expect([...(await getAccounts().describe(ids)).values()].map(({ name }) => name).sort()).toEqual(['A', 'B']);
  });

  test('a new name replaces the former one, unless the report is older', async () => {
    const id = await getAccounts().resolve(buildPlayer(1, 'Old'), 7, buildTime(10));
    await getAccounts().resolve(buildPlayer(1, 'New'), 7, buildTime(20));
    await getAccounts().resolve(buildPlayer(1, 'Ancient'), 7, buildTime(5));
    const formerNames = [{ username: 'Old', until: buildTime(20) }];
    expect(await describeOne(id)).toMatchObject({ name: 'New', formerNames, seenAt: buildTime(20) });
    expect([await getAccounts().findNamed('old', 7), (await getAccounts().findNamed('NEW', 7))?.id]).toEqual([
      null,
      id,
    ]);
  });

  test('records the time when a player was seen at most once an hour', async () => {
    const id = await getAccounts().resolve(buildPlayer(1, 'Steve'), 7, buildTime(0));
    await getAccounts().resolve(buildPlayer(1, 'Steve'), 7, buildTime(59));
    expect((await describeOne(id))?.seenAt).toBe(buildTime(0));
    await getAccounts().resolve(buildPlayer(1, 'Steve'), 7, buildTime(60));
    expect((await describeOne(id))?.seenAt).toBe(buildTime(60));
  });

  test('a game server cannot report more than 5,000 new players in an hour', async () => {
    const limits = createLimits(true);
    await limits.take('new-player', '7', 4_999);
    const limitedAccounts = new GameAccounts({ ...site.services, limits });
    const id = await limitedAccounts.resolve(buildPlayer(1, 'Steve'), 7, buildTime(0));
    await expect(limitedAccounts.resolve(buildPlayer(2, 'Alex'), 7, buildTime(0))).rejects.toBeInstanceOf(
      RateLimitExceeded,
    );
    expect(await limitedAccounts.resolve(buildPlayer(1, 'Steve'), 7, buildTime(1))).toBe(id);
    expect(await limitedAccounts.resolve(buildPlayer(2, 'Alex'), 8, buildTime(0))).toBeGreaterThan(0);
  });
});
