import { describe, expect, test } from 'vitest';
import { testServer } from '../../testing/services.js';
import { PlayerSessions } from './player-sessions.js';

const noon = Date.UTC(2026, 0, 2, 12);
const buildTime = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
const now = noon + 12 * 3_600_000;

describe('player sessions', () => {
  const site = testServer();
  const getSessions = () => site.services.playerSessions;
  const record = (kind: 'join' | 'leave', minutes: number, accountId = 1) =>
    getSessions().record(accountId, 7, { kind, at: buildTime(minutes) }, now);
  const listStored = async (accountId = 1) =>
    (await site.services.vault.findPlayerSessionsBefore(accountId, null, 10)).map(({ joinedAt, leftAt }) => [
      joinedAt,
      leftAt,
    ]);

  test('a session begins when a player joins and ends when they leave, and repeated reports change nothing', async () => {
    for (const _ of [1, 2]) await record('join', 0);
    expect([await getSessions().countOnline(7, now), await listStored()]).toEqual([1, [[buildTime(0), null]]]);
    for (const _ of [1, 2]) await record('leave', 30);
    await record('join', 0);
    expect(await listStored()).toEqual([[buildTime(0), buildTime(30)]]);
    expect(await getSessions().countOnline(7, now)).toBe(0);
  });

  test('a player who joins again ends the earlier session, and late reports are ignored', async () => {
    await record('join', 0);
    await getSessions().record(1, 7, { kind: 'playtime', at: buildTime(20), seconds: 1_200 }, now);
    await record('join', 40);
    await record('leave', 10);
    await record('join', 30);
    expect(await listStored()).toEqual([
      [buildTime(40), null],
      [buildTime(0), buildTime(20)],
    ]);
  });

  test('playtime without a reported join begins a session in the past', async () => {
    await getSessions().record(1, 7, { kind: 'playtime', at: buildTime(10), seconds: 600 }, now);
    await record('leave', 30);
    expect(await listStored()).toEqual([[buildTime(0), buildTime(30)]]);
  });

  test('two servers that receive reports about the same join begin one session', async () => {
    const other = new PlayerSessions(site.services.vault);
    await Promise.all([
      getSessions().record(1, 7, { kind: 'playtime', at: buildTime(10), seconds: 599 }, now),
      other.record(1, 7, { kind: 'playtime', at: buildTime(11), seconds: 661 }, now),
      other.recordOnline(7, new Map([[1, 600]]), buildTime(10), now),
    ]);
    expect([await getSessions().countOnline(7, now), await listStored()]).toEqual([1, [[expect.any(String), null]]]);
    await record('leave', 30);
    await Promise.all([
      record('join', 30),
      other.record(1, 7, { kind: 'playtime', at: buildTime(31), seconds: 59 }, now),
    ]);
    expect([await getSessions().countOnline(7, now), (await listStored()).length]).toEqual([1, 2]);
  });

  test('a full list of the players ends the sessions of all others', async () => {
    for (const id of [1, 2]) await record('join', 0, id);
    await getSessions().recordOnline(7, new Map([2, 3].map((id) => [id, 60])), buildTime(20), now);
    expect(await listStored(1)).toEqual([[buildTime(0), buildTime(20)]]);
    expect(await listStored(2)).toEqual([[buildTime(0), null]]);
    expect(await listStored(3)).toEqual([[buildTime(19), null]]);
    expect(await getSessions().countOnline(7, now)).toBe(2);
    expect(await getSessions().countOnline(8, now)).toBe(0);
  });

  test('a time in the future counts as now, and one before the last 90 days is ignored', async () => {
    await record('join', 48 * 60, 1);
    expect(await listStored(1)).toEqual([[new Date(now).toISOString(), null]]);
    await record('join', -91 * 24 * 60, 2);
    expect(await listStored(2)).toEqual([]);
  });

  test('the sweep ends sessions after a day without reports, and removes those older than 90 days', async () => {
    const dayMs = 86_400_000;
    await record('join', 0);
    await getSessions().sweep([7], noon + dayMs);
    expect(await listStored()).toEqual([[buildTime(0), null]]);
    expect(await getSessions().countOnline(7, noon + dayMs)).toBe(0);
    await getSessions().sweep([7], noon + dayMs + 1);
    expect(await listStored()).toEqual([[buildTime(0), buildTime(0)]]);
    await getSessions().sweep([7], noon + 90 * dayMs);
    expect(await listStored()).toHaveLength(1);
    await getSessions().sweep([7], noon + 90 * dayMs + 1);
    expect(await listStored()).toEqual([]);
  });
});
