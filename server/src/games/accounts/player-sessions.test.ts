import { describe, expect, test } from 'vitest';
import { testServer } from '../../testing/services.js';
import { PlayerSessions } from './player-sessions.js';

const noon = Date.UTC(2026, 0, 2, 12);
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
const now = noon + 12 * 3_600_000;

describe('sessions of players', () => {
  const site = testServer();
  const sessions = () => site.services.playerSessions;
  const record = (kind: 'join' | 'leave', minutes: number, accountId = 1) =>
    sessions().record(accountId, 7, { kind, at: at(minutes) }, now);
  const stored = async (accountId = 1) =>
    (await site.services.vault.findPlayerSessionsBefore(accountId, null, 10)).map(({ joinedAt, leftAt }) => [
      joinedAt,
      leftAt,
    ]);

  test('a session begins when a player joins and ends when they leave, and repeated reports change nothing', async () => {
    for (const _ of [1, 2]) await record('join', 0);
    expect([await sessions().countOnline(7, now), await stored()]).toEqual([1, [[at(0), null]]]);
    for (const _ of [1, 2]) await record('leave', 30);
    await record('join', 0);
    expect(await stored()).toEqual([[at(0), at(30)]]);
    expect(await sessions().countOnline(7, now)).toBe(0);
  });

  test('a player who joins again ends the earlier session, and late reports are ignored', async () => {
    await record('join', 0);
    await sessions().record(1, 7, { kind: 'playtime', at: at(20), seconds: 1_200 }, now);
    await record('join', 40);
    await record('leave', 10);
    await record('join', 30);
    expect(await stored()).toEqual([
      [at(40), null],
      [at(0), at(20)],
    ]);
  });

  test('playtime without a reported join begins a session in the past', async () => {
    await sessions().record(1, 7, { kind: 'playtime', at: at(10), seconds: 600 }, now);
    await record('leave', 30);
    expect(await stored()).toEqual([[at(0), at(30)]]);
  });

  test('two servers that receive reports about the same join begin one session', async () => {
    const other = new PlayerSessions(site.services.vault);
    await Promise.all([
      sessions().record(1, 7, { kind: 'playtime', at: at(10), seconds: 599 }, now),
      other.record(1, 7, { kind: 'playtime', at: at(11), seconds: 661 }, now),
      other.recordOnline(7, new Map([[1, 600]]), at(10), now),
    ]);
    expect([await sessions().countOnline(7, now), await stored()]).toEqual([1, [[expect.any(String), null]]]);
    await record('leave', 30);
    await Promise.all([record('join', 30), other.record(1, 7, { kind: 'playtime', at: at(31), seconds: 59 }, now)]);
    expect([await sessions().countOnline(7, now), (await stored()).length]).toEqual([1, 2]);
  });

  test('a full list of the players ends the sessions of all others', async () => {
    for (const id of [1, 2]) await record('join', 0, id);
    await sessions().recordOnline(7, new Map([2, 3].map((id) => [id, 60])), at(20), now);
    expect(await stored(1)).toEqual([[at(0), at(20)]]);
    expect(await stored(2)).toEqual([[at(0), null]]);
    expect(await stored(3)).toEqual([[at(19), null]]);
    expect(await sessions().countOnline(7, now)).toBe(2);
    expect(await sessions().countOnline(8, now)).toBe(0);
  });

  test('a time in the future counts as now, and one before the last 90 days is ignored', async () => {
    await record('join', 48 * 60, 1);
    expect(await stored(1)).toEqual([[new Date(now).toISOString(), null]]);
    await record('join', -91 * 24 * 60, 2);
    expect(await stored(2)).toEqual([]);
  });

  test('the sweep ends sessions after a day without reports, and removes those older than 90 days', async () => {
    const dayMs = 86_400_000;
    await record('join', 0);
    await sessions().sweep([7], noon + dayMs);
    expect(await stored()).toEqual([[at(0), null]]);
    expect(await sessions().countOnline(7, noon + dayMs)).toBe(0);
    await sessions().sweep([7], noon + dayMs + 1);
    expect(await stored()).toEqual([[at(0), at(0)]]);
    await sessions().sweep([7], noon + 90 * dayMs);
    expect(await stored()).toHaveLength(1);
    await sessions().sweep([7], noon + 90 * dayMs + 1);
    expect(await stored()).toEqual([]);
  });
});
