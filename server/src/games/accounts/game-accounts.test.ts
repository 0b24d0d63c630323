import type { ReportedPlayer } from '@guildhall/domain/games/identity.js';
import { describe, expect, test } from 'vitest';
import { createLimits, RateLimitExceeded } from '../../request/rate-limits.js';
import { testServer } from '../../testing/services.js';
import { GameAccounts } from './game-accounts.js';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 2, 12, minutes)).toISOString();
const buildPlayer = (digit: number, name: string, more: Partial<ReportedPlayer> = {}): ReportedPlayer => ({
  edition: 'java',
  loginMode: 'online',
  uuid: `${digit}`.repeat(12) + '4' + `${digit}`.repeat(19),
  name,
  ...more,
});

describe('accounts in the game', () => {
  const site = testServer();
  const accounts = () => site.services.gameAccounts;
  const describeOne = async (id: number) => (await accounts().describe([id])).get(id);

  test('two game servers that report the same online player refer to one account', async () => {
    const id = await accounts().resolve(buildPlayer(1, 'Steve'), 7, at(0));
    expect(await accounts().resolve(buildPlayer(1, 'Steve'), 8, at(1))).toBe(id);
    expect(Number.isSafeInteger(id)).toBe(true);
    expect(await accounts().find(buildPlayer(1, ''), 9)).toEqual(await describeOne(id));
  });

  test('an offline player of one game server is never a player of another', async () => {
    const offline = buildPlayer(1, 'Steve', { loginMode: 'offline' });
    const ids = [
      await accounts().resolve(offline, 7, at(0)),
      await accounts().resolve(offline, 8, at(1)),
      await accounts().resolve(buildPlayer(1, 'Steve'), 7, at(2)),
    ];
    expect(new Set(ids).size).toBe(3);
    expect((await accounts().findNamed('steve', 8))?.id).toBe(ids[2]);
    expect(await accounts().find(offline, 9)).toBeNull();
  });

  test('resolves many players in one call, and a player who is listed twice to one account', async () => {
    const ids = await accounts().resolveAll([buildPlayer(1, 'A'), buildPlayer(2, 'B'), buildPlayer(1, 'A')], 7, at(0));
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
    expect([...(await accounts().describe(ids)).values()].map(({ name }) => name).sort()).toEqual(['A', 'B']);
  });

  test('a new name replaces the former one, unless the report is older', async () => {
    const id = await accounts().resolve(buildPlayer(1, 'Old'), 7, at(10));
    await accounts().resolve(buildPlayer(1, 'New'), 7, at(20));
    await accounts().resolve(buildPlayer(1, 'Ancient'), 7, at(5));
    const formerNames = [{ username: 'Old', until: at(20) }];
    expect(await describeOne(id)).toMatchObject({ name: 'New', formerNames, seenAt: at(20) });
    expect([await accounts().findNamed('old', 7), (await accounts().findNamed('NEW', 7))?.id]).toEqual([null, id]);
  });

  test('records the time when a player was seen at most once an hour', async () => {
    const id = await accounts().resolve(buildPlayer(1, 'Steve'), 7, at(0));
    await accounts().resolve(buildPlayer(1, 'Steve'), 7, at(59));
    expect((await describeOne(id))?.seenAt).toBe(at(0));
    await accounts().resolve(buildPlayer(1, 'Steve'), 7, at(60));
    expect((await describeOne(id))?.seenAt).toBe(at(60));
  });

  test('a game server cannot report more than 5,000 new players in an hour', async () => {
    const limits = createLimits(true);
    await limits.take('new-player', '7', 4_999);
    const limited = new GameAccounts({ ...site.services, limits });
    const id = await limited.resolve(buildPlayer(1, 'Steve'), 7, at(0));
    await expect(limited.resolve(buildPlayer(2, 'Alex'), 7, at(0))).rejects.toBeInstanceOf(RateLimitExceeded);
    expect(await limited.resolve(buildPlayer(1, 'Steve'), 7, at(1))).toBe(id);
    expect(await limited.resolve(buildPlayer(2, 'Alex'), 8, at(0))).toBeGreaterThan(0);
  });
});
