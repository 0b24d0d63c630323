import { modeKey } from '@guildhall/domain/status/game-modes.js';
import type { PlayerCount, StatusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { toServerCount, type ListedServer } from './server-statuses.js';

/** The counts of the status service take precedence. The game servers fill in those that it does not have. */
export function combineCounts(
  { modes, ...network }: StatusResponse,
  isNetworkPolled: boolean,
  servers: readonly ListedServer[],
): StatusResponse {
  const polledModes = new Set(modes.map(({ mode }) => modeKey(mode)));
  const serversOfMode = new Map<string, ListedServer[]>();
  for (const one of servers) {
    const { mode } = one.server;
    if (mode !== null && !polledModes.has(modeKey(mode)))
      serversOfMode.set(mode, [...(serversOfMode.get(mode) ?? []), one]);
  }
  const otherModes = [...serversOfMode].map(([mode, some]) => ({ mode, ...sumPlayers(some) }));
  return { ...(isNetworkPolled ? network : sumPlayers(servers)), modes: [...modes, ...otherModes] };
}

/** Nobody plays on a server that is offline. Unknown servers are left out as long as another one is known. */
function sumPlayers(servers: readonly ListedServer[]): PlayerCount {
  const known = servers.filter(({ state }) => state !== 'unknown');
  const players = known.reduce((sum, one) => sum + (toServerCount(one).players ?? 0), 0);
  const [earliest = null] = servers.map(({ since }) => since).sort();
  return { players, unknown_since: known.length > 0 ? null : earliest };
}
