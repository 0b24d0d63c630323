import { expect, test } from 'vitest';
import { createGameServerRecord, type GameServerRecord } from '../../vault/games/game-server-records.js';
import type { Vault } from '../../vault/vault.js';
import { buildPlayerSession } from './game-samples.js';
import { formatHour } from '../vault/vault-samples.js';

export function testGameServerRecords(vault: () => Vault): void {
  const advance = (record: GameServerRecord) => ({ ...record, acknowledged: record.acknowledged + 1 });

  test("the first edit creates a game server's record", async () => {
    expect(await vault().findGameServerRecords([7])).toEqual(new Map());
    await vault().editGameServerRecord(7, advance);
    expect(await vault().findGameServerRecords([7, 8])).toEqual(new Map([[7, advance(createGameServerRecord(7))]]));
  });

  test('stores the first result of each report, until it is old', async () => {
    const buildReport = (id: string, hours: number) => ({ id, answeredAt: formatHour(hours) });
    await vault().saveAnsweredReports([buildReport('one', 1), buildReport('two', 2)]);
    await vault().saveAnsweredReports([{ ...buildReport('two', 3), code: 'forbidden' }]);
    expect(await vault().findAnsweredReports(['two', 'three'])).toEqual([buildReport('two', 3)]);
    await vault().pruneAnsweredReports(formatHour(3));
    expect(await vault().findAnsweredReports(['one', 'two'])).toEqual([buildReport('two', 3)]);
  });

  test('removes the oldest results and sessions of a game server that has too many', async () => {
    const reports = [1, 2, 3, 4].map((n) => ({ id: `r${n}`, serverId: n < 4 ? 7 : 8, answeredAt: formatHour(5 - n) }));
    await vault().saveAnsweredReports(reports);
    for (const n of [1, 2, 3, 4])
      await vault().addPlayerSession(buildPlayerSession(1, n < 4 ? 7 : 8, formatHour(5 - n)));
    for (const max of [3, 2]) {
      await vault().limitAnsweredReports(7, max);
      await vault().limitPlayerSessions(7, max);
      const remainingReports = await vault().findAnsweredReports(['r1', 'r2', 'r3', 'r4']);
      expect(remainingReports.map(({ id }) => id).sort()).toEqual(
        max === 3 ? ['r1', 'r2', 'r3', 'r4'] : ['r1', 'r2', 'r4'],
      );
    }
    const sessions = await vault().findPlayerSessionsBefore(1, null, 10);
    expect(sessions.map(({ serverId, joinedAt }) => [serverId, joinedAt])).toEqual([
      [7, formatHour(4)],
      [7, formatHour(3)],
      [8, formatHour(1)],
    ]);
  });

  test("concurrent edits of a game server's record are all applied", async () => {
    await Promise.all(Array.from({ length: 5 }, () => vault().editGameServerRecord(7, advance)));
    expect((await vault().findGameServerRecords([7])).get(7)?.acknowledged).toBe(5);
  });
}
