import { describe, expect, test } from 'vitest';
import { buildServerStatus } from '../testing/vault/vault-samples.js';
import { combineCounts, sumComplete } from './combine-counts.js';
import type { ListedServer } from './server-statuses.js';

const [earlier, later] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
const buildServer = (
  mode: string | null,
  state: ListedServer['state'],
  players: number | null = null,
  since = later,
) => ({
  server: { serverId: 61, name: 'Lobby', mode, address: 'play.example.org', edition: 'java' as const },
  state,
  since,
  status: buildServerStatus(61, since, { players }),
});
const polledCounts = {
  players: 40,
  unknown_since: null,
  modes: [{ mode: 'Kingdoms', players: 30, unknown_since: null }],
};
const notPolled = { players: 0, unknown_since: null, modes: [] };

describe('player counts from the status service and the game servers', () => {
  test("the status service's counts take precedence", () => {
    expect(combineCounts(polledCounts, true, [])).toEqual(polledCounts);
    expect(
      combineCounts(polledCounts, true, [
        buildServer('kingdoms', 'online', 7),
        buildServer('wildwestern', 'online', 5),
      ]),
    ).toEqual({
      ...polledCounts,
      modes: [...polledCounts.modes, { mode: 'wildwestern', players: 5, unknown_since: null }],
    });
  });

  test('adds up the game servers of each mode, and all of them for the network', () => {
    const servers = [
      buildServer('kingdoms', 'online', 7),
      buildServer('kingdoms', 'online', 5),
      buildServer(null, 'online', 1),
    ];
    expect(combineCounts(notPolled, false, servers)).toEqual({
      players: 13,
      unknown_since: null,
      modes: [{ mode: 'kingdoms', players: 12, unknown_since: null }],
    });
  });

  test('game servers whose modes differ only in case and spaces belong to one mode', () => {
    const servers = [buildServer('Sky Block', 'online', 7), buildServer('SkyBlock', 'online', 5)];
    expect(combineCounts(notPolled, false, servers).modes).toEqual([
      { mode: 'Sky Block', players: 12, unknown_since: null },
    ]);
  });

  test.each(['unknown', 'online'] as const)(
    'a complete sum requires the number of players of each game server (one is %s)',
    (state) => {
      const servers = [buildServer('kingdoms', 'online', 7), buildServer('kingdoms', state, null, earlier)];
      expect(combineCounts(notPolled, false, servers)).toMatchObject({ players: 7, unknown_since: null });
      expect(combineCounts(notPolled, false, servers, sumComplete)).toEqual({
        players: 0,
        unknown_since: earlier,
        modes: [{ mode: 'kingdoms', players: 0, unknown_since: earlier }],
      });
      const knownServers = [buildServer('kingdoms', 'online', 7), buildServer('kingdoms', 'offline')];
      expect(combineCounts(notPolled, false, knownServers, sumComplete)).toMatchObject({
        players: 7,
        unknown_since: null,
      });
    },
  );

  test('an offline game server has no players, and an unknown one is not counted', () => {
    const offline = [buildServer('kingdoms', 'offline', 7), buildServer('kingdoms', 'unknown', 7)];
    expect(combineCounts(notPolled, false, offline)).toMatchObject({ players: 0, unknown_since: null });
    const unknown = [buildServer('kingdoms', 'unknown', 7, later), buildServer('kingdoms', 'unknown', 7, earlier)];
    expect(combineCounts(notPolled, false, unknown)).toEqual({
      players: 0,
      unknown_since: earlier,
      modes: [{ mode: 'kingdoms', players: 0, unknown_since: earlier }],
    });
  });
});
